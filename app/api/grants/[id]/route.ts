import { revokeGrant } from "#lib/gate/grants/revoke-grant.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Revokes a grant: from now on it starts no call. Does nothing for one that has already ended. */
export const DELETE = guard({}, async ({ person, params }) => {
  const revoked = await revokeGrant(services().agent.gate, { id: params["id"] ?? "", personId: person.id });
  return revoked === "unknown" ? problem("not-found", "There is no such grant.") : new Response(null, { status: 204 });
});
