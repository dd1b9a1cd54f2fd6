import type { Tool } from "#lib/gate/contract/tool.ts";
import type { McpServers } from "#lib/mcp/servers/servers.ts";
import type { KnownTool } from "#lib/policies/drafts/unmatched-patterns.ts";

/** Every tool that is known here, also those that wait for a review. */
export function knownTools(own: readonly Tool[], servers: Pick<McpServers, "inspect">): KnownTool[] {
  const written = servers.inspect().flatMap(({ tools }) => tools.map((tool) => tool.written));
  return [...own, ...written].map(({ server, name }) => ({ server: server.id, name }));
}
