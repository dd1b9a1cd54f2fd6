import type { Role } from "#lib/people/role.ts";
import { may } from "#lib/people/may.ts";
import type { ServerOnPage } from "./tools-page.ts";

/** Full addresses, and what programs write, are only for people who manage tools. */
export function serversFor(role: Role, servers: ServerOnPage[]): ServerOnPage[] {
  if (may(role, "manage-tools")) return servers;
  return servers.map((server) => ({ ...server, said: null, signInLink: null, transport: shortened(server.transport) }));
}

function shortened(transport: ServerOnPage["transport"]): ServerOnPage["transport"] {
  return transport.kind === "address" ? { ...transport, url: transport.origin } : transport;
}
