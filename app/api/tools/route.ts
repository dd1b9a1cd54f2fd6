import { may } from "#lib/people/may.ts";
import { serversFor } from "#lib/policies/changes/servers-for.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** Servers and their tools with all decisions about them. Whoever does not manage them sees less. */
export const GET = guard({}, async ({ person }) => {
  const { tools } = services();
  if (may(person.role, "manage-tools")) tools.lookAtApps(person.id);
  const [{ servers, said, waiting }, signIns] = await Promise.all([tools.page(), tools.signIns.states(person)]);
  return Response.json({ servers: serversFor(person.role, servers), signIns, said, waiting });
});
