import { z } from "zod";
import { viewApp } from "#lib/server/apps/app-on-call.ts";
import { guard } from "#lib/server/api/guard.ts";
import { answerApp, appDeps, callId } from "../on-call.ts";

/** Whether an app is shown under the result of a call of the chat, and what it called. */
export const GET = guard({ query: z.strictObject({ call: callId }) }, async ({ person, params, query }) =>
  answerApp(await viewApp(appDeps(), { personId: person.id, chatId: params["id"] ?? "", toolCallId: query.call })),
);
