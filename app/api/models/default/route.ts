import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

const body = z.strictObject({ model: z.string().min(1).max(300).nullable() });

/** Chooses the model of chats that name none; null: the first one again. */
export const PUT = guard({ may: "manage-models", body }, async ({ person, body: { model } }) => {
  const chosen = await services().accounts.choose(person, model);
  return chosen
    ? new Response(null, { status: 204 })
    : problem("does-not-fit", "This is no model that everybody can choose.");
});
