import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { languages } from "#lib/words/language.ts";

/** Chooses the language of the pages for oneself; null follows the browser. */
export const PUT = guard(
  { body: z.strictObject({ language: z.enum(languages).nullable() }) },
  async ({ person, body }) => {
    await services().languages.choose(person, body.language);
    return new Response(null, { status: 204 });
  },
);
