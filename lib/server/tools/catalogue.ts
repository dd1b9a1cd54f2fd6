import type { Log } from "#lib/gate/contract/gate.ts";
import type { Tool, ToolCatalogue } from "#lib/gate/contract/tool.ts";
import type { McpServers } from "#lib/mcp/servers/servers.ts";
import { wireName } from "#lib/mcp/definitions/wire-name.ts";

/** How long answers and answered calls wait for servers that are still connecting for the first time. */
const connectGraceMs = 10_000;

type Parts = {
  own: Tool[];
  servers: McpServers;
  /** Resolves when the servers begin to connect, which is not before somebody claimed the instance. */
  started: () => Promise<void>;
  /** Resolves when the first that every server said is in force. */
  settled: () => Promise<void>;
  /** A tool with what was set for it in the app. */
  inForce: (tool: Tool) => Tool;
  log: Log;
};

/** Our own tools and the servers' tools under their wire names. Rebuilt when a server's tools change. */
export function catalogueOf({ own, servers, started, settled: everySettled, inForce, log }: Parts): ToolCatalogue {
  let offered = build();
  servers.onChange(() => {
    offered = build();
  });
  let settled: Promise<void> | null = null;
  // One grace for all, from the start of the servers on: a server that hangs must not hold up every message anew.
  return {
    offered: () => offered,
    quarantined: servers.quarantined,
    settled: () => (settled ??= started().then(() => withinGrace(everySettled()))),
    ready: servers.ready,
    problemOf: servers.problemOf,
    mayRepeat: servers.mayRepeat,
  };

  /** Two tools under one name are offered under none (THREATS E3). */
  function build(): ReadonlyMap<string, Tool> {
    const tools = new Map(servers.offered());
    for (const tool of own) {
      const name = tool.worker === undefined ? wireName(tool.server.id, tool.name) : tool.name;
      if (tools.delete(name)) log.error("tool.name-taken-twice", { name });
      else tools.set(name, inForce(tool));
    }
    return tools;
  }
}

async function withinGrace(settled: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, connectGraceMs);
  await Promise.race([settled, promise]);
  clearTimeout(timer);
}
