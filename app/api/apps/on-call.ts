import { z } from "zod";
import type { AppRefusal } from "#lib/server/apps/app-on-call.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** The id of a call in a chat. */
export const callId = z.string().min(1).max(200);
export const fingerprint = z.string().regex(/^[0-9a-f]{64}$/, "must be the fingerprint of the app");

/** What apps work with. */
export function appDeps() {
  const { agent, tools } = services();
  return { agent, appOf: tools.appOf, sources: tools.ofServers };
}

export function answerApp(answer: object | AppRefusal): Response {
  return "refused" in answer ? problem(answer.refused, answer.message) : Response.json(answer);
}
