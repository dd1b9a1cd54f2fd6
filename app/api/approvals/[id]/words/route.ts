import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** The words around a call of another person, for who may answer it now, where that person shows them. */
export const GET = guard({}, async ({ person, params }) => {
  const words = await services().inbox.words(person.id, params["id"] ?? "");
  return words ? Response.json({ words }) : problem("not-found", "The words around this call are not shown to you.");
});
