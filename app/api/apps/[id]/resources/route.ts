import { z } from "zod";
import { readForApp } from "#lib/server/apps/read-for-app.ts";
import { guard } from "#lib/server/api/guard.ts";
import { answerApp, appDeps, callId, fingerprint } from "../../on-call.ts";

const body = z.strictObject({ call: callId, fingerprint, uri: z.string().min(1).max(4_000) });

/** Reads a resource of the app's own server for it. */
export const POST = guard({ body }, async ({ person, params, request, body: { call, ...wanted } }) => {
  const of = { personId: person.id, chatId: params["id"] ?? "", toolCallId: call };
  return answerApp(await readForApp(appDeps(), of, { ...wanted, signal: request.signal }));
});
