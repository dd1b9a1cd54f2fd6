import { z } from "zod";
import { openApp } from "#lib/server/apps/app-on-call.ts";
import { guard } from "#lib/server/api/guard.ts";
import { answerApp, appDeps, callId } from "../../on-call.ts";

/** The app with what its frame needs, as it was accepted. */
export const GET = guard({ query: z.strictObject({ call: callId }) }, async ({ person, params, query }) =>
  answerApp(await openApp(appDeps(), { personId: person.id, chatId: params["id"] ?? "", toolCallId: query.call })),
);
