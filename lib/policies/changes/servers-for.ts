import type { Role } from "#lib/people/role.ts";
import { may } from "#lib/people/may.ts";
import type { ServerOnPage, ToolOnPage } from "./tools-page.ts";

/** Full addresses, what programs write, and whom rules name, are only for people who manage tools. */
export function serversFor(role: Role, servers: ServerOnPage[]): ServerOnPage[] {
  if (may(role, "manage-tools")) return servers;
  return servers.map((server) => ({
    ...server,
    said: null,
    signInLink: null,
    transport: shortened(server.transport),
    tools: server.tools.map(withoutNames),
  }));
}

function withoutNames(tool: ToolOnPage): ToolOnPage {
  return { ...tool, hiddenBy: tool.hiddenBy.map((by) => (by.fromAll ? by : { ...by, words: "" })) };
}

function shortened(transport: ServerOnPage["transport"]): ServerOnPage["transport"] {
  return transport.kind === "address" ? { ...transport, url: transport.origin } : transport;
}
