import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** One session of a client with its latest calls, their cards and results. */
export const GET = guard({}, async ({ person, params }) => {
  const session = await services().clients.session(person.id, params["id"] ?? "");
  return session === null ? problem("not-found", "There is no such session.") : Response.json(session);
});
