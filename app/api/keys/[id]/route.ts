import { guard } from "#lib/server/guard.ts";
import { problem } from "#lib/server/problem.ts";
import { services } from "#lib/server/services.ts";

/** Ends a key for good, at once. */
export const DELETE = guard({}, async ({ person, params }) => {
  const revoked = await services().keys.revoke(person, params["id"] ?? "");
  return revoked ? new Response(null, { status: 204 }) : problem("not-found", "There is no such key any more.");
});
