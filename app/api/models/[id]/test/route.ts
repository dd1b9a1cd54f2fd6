import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

const body = z.strictObject({ model: z.string().min(1).max(200) });

/** Asks a model for one word, and says whether it answered or why not. */
export const POST = guard({ body }, async ({ person, params, body: { model } }) => {
  const tried = await services().accounts.test(person, params["id"] ?? "", model);
  return tried === null ? problem("not-found", "There is no such model.") : Response.json(tried);
});
