import { may } from "#lib/people/may.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** Servers and their tools with all decisions about them. Full addresses only for people who manage them. */
export const GET = guard({}, async ({ person }) => {
  const { servers, said, waiting } = await services().tools.page();
  const shown = may(person.role, "manage-tools")
    ? servers
    : servers.map((server) =>
        server.transport.kind === "address"
          ? { ...server, transport: { ...server.transport, url: server.transport.origin } }
          : server,
      );
  return Response.json({ servers: shown, said, waiting });
});
