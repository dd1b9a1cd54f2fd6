import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Signs oneself out in another browser. */
export const DELETE = guard({}, async ({ person, params }) => {
  const ended = await services().sessions.end(person, params["id"] ?? "");
  return ended ? new Response(null, { status: 204 }) : problem("not-found", "This browser is signed out already.");
});
