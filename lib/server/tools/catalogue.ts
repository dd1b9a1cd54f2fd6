import type { Log } from "#lib/gate/contract/gate.ts";
import type { Tool, ToolCatalogue } from "#lib/gate/contract/tool.ts";
import type { McpServers } from "#lib/mcp/servers/servers.ts";
import { ownServerId } from "#lib/tools/authored-tool.ts";
import { selfTest } from "#lib/tools/self-test.ts";
import { wireName } from "#lib/mcp/definitions/wire-name.ts";
import { ToolsByName } from "./tools-by-name.ts";

/** How long answers and resumed calls wait for servers that connect for the first time. */
const connectGraceMs = 10_000;

type Parts = {
  own: Tool[];
  servers: McpServers;
  /** Resolves when the servers begin to connect, which is not before the instance was claimed. */
  started: () => Promise<void>;
  /** Resolves when the first lists of all servers are in force. */
  settled: () => Promise<void>;
  /** A tool of an agent elsewhere, by its wire name. */
  agentTool: (wireName: string) => Tool | undefined;
  /** A tool with its settings of the app. */
  inForce: (tool: Tool) => Tool;
  log: Log;
};

/** Our own tools and the servers' tools by their wire names. Rebuilt when a server's tools change. */
export function catalogueOf({
  own,
  servers,
  started,
  settled: everySettled,
  agentTool,
  inForce,
  log,
}: Parts): ToolCatalogue {
  const ofAgents = new ToolsByName([], agentInForce);
  let offered = build();
  let chat = inChat(offered);
  let tools = new ToolsByName(offered, agentInForce);
  servers.onChange(() => {
    offered = build();
    chat = inChat(offered);
    tools = new ToolsByName(offered, agentInForce);
  });
  let settled: Promise<void> | null = null;
  // One grace period for all, from the start of the servers: a server that hangs must not delay every message.
  return {
    tools: () => tools,
    // An agent elsewhere asks about its own tools only, and nobody else may call those.
    offered: ({ origin }) => ({ agent: ofAgents, chat, gateway: offered })[origin],
    quarantined: servers.quarantined,
    settled: () => (settled ??= started().then(() => withinGrace(everySettled()))),
    ready: servers.ready,
    problemOf: servers.problemOf,
    mayRepeat: servers.mayRepeat,
  };

  function agentInForce(wireName: string): Tool | undefined {
    const tool = agentTool(wireName);
    return tool && inForce(tool);
  }

  /** Two tools with one name are both left out (THREATS E3: duplicate names). */
  function build(): ReadonlyMap<string, Tool> {
    const tools = new Map(servers.offered());
    for (const tool of own) {
      const name = tool.worker === undefined ? wireName(tool.server.id, tool.name) : tool.name;
      if (tools.delete(name)) log.error("tool.duplicate-name", { name });
      else tools.set(name, inForce(tool));
    }
    return tools;
  }
}

/** Without what only clients can call. */
function inChat(offered: ReadonlyMap<string, Tool>): ReadonlyMap<string, Tool> {
  return new Map([...offered].filter(([, { server, name }]) => server.id !== ownServerId || name !== selfTest.name));
}

async function withinGrace(settled: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, connectGraceMs);
  await Promise.race([settled, promise]);
  clearTimeout(timer);
}
