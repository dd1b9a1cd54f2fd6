import { z } from "zod";
import { resultForApp } from "#lib/server/apps/app-on-call.ts";
import { beginAppCall } from "#lib/server/apps/begin-app-call.ts";
import { guard } from "#lib/server/api/guard.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { answerApp, appDeps, callId, fingerprint } from "../../on-call.ts";

const body = z.strictObject({
  call: callId,
  fingerprint,
  name: z.string().min(1).max(200),
  arguments: z.custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value)),
});

/** Puts a call of the app to the gate: a person is asked as about every other call. */
export const POST = guard({ body }, async ({ person, params, body: { call, ...wanted } }) =>
  answerApp(
    await beginAppCall(appDeps(), { personId: person.id, chatId: params["id"] ?? "", toolCallId: call }, wanted),
  ),
);

/** What came of it, for the app. */
export const GET = guard(
  { query: z.strictObject({ call: callId, made: callId }) },
  async ({ person, params, query: { call, made } }) =>
    answerApp(
      await resultForApp(appDeps(), { personId: person.id, chatId: params["id"] ?? "", toolCallId: call }, made),
    ),
);
