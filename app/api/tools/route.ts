import { serversFor } from "#lib/policies/changes/servers-for.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** Servers and their tools with all decisions about them. Whoever does not manage them sees less. */
export const GET = guard({}, async ({ person }) => {
  const { servers, said, waiting } = await services().tools.page();
  return Response.json({ servers: serversFor(person.role, servers), said, waiting });
});
