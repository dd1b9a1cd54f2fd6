import { z } from "zod";
import { modelOptions } from "#lib/chat/model-connection.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionHashOf } from "#lib/server/api/session-hash-of.ts";

const change = z.strictObject({
  models: z
    .array(z.strictObject({ id: z.string().min(1).max(200), isShown: z.boolean(), options: modelOptions }))
    .max(1_000)
    .optional(),
  apiKey: z.string().trim().min(1).max(1_000).optional(),
});

const unknown = () => problem("not-found", "There is no such account, or it is not yours to change.");

/** Shows, hides and sets models, or takes another key, with which the models are listed again. */
export const PATCH = guard({ fresh: true, body: change }, async ({ person, params, body, request }) => {
  const { accounts } = services();
  const by = { ...person, tokenHash: sessionHashOf(request) };
  const changed = await accounts.change(by, params["id"] ?? "", {
    ...(body.models === undefined ? {} : { models: body.models }),
    ...(body.apiKey === undefined ? {} : { apiKey: body.apiKey }),
  });
  if (changed === null) return unknown();
  // An account may have a problem too; a refusal has nothing else.
  return "id" in changed ? Response.json(changed) : problem("does-not-fit", changed.problem);
});

/** Disconnects an account; its key is gone with it. Chats with its models go on with the default one. */
export const DELETE = guard({}, async ({ person, params }) => {
  const removed = await services().accounts.remove(person, params["id"] ?? "");
  return removed ? new Response(null, { status: 204 }) : unknown();
});
