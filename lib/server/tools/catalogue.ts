import type { Log } from "#lib/gate/contract/gate.ts";
import { isOfferedIn } from "#lib/verdict/exposure.ts";
import { isFinder } from "#lib/verdict/switched-off.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { Tool, ToolCatalogue } from "#lib/gate/contract/tool.ts";
import type { McpServers } from "#lib/mcp/servers/servers.ts";
import { wireName } from "#lib/mcp/definitions/wire-name.ts";

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
  /** The highest risk of tools that clients are offered. */
  mostRisk: () => Risk;
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
  mostRisk,
  log,
}: Parts): ToolCatalogue {
  const ofAgents = new ToolsByName([], agentInForce);
  let { tools, inChat, toClients, toApps } = build();
  servers.onChange(() => ({ tools, inChat, toClients, toApps } = build()));
  let settled: Promise<void> | null = null;
  // One grace period for all, from the start of the servers: a server that hangs must not delay every message.
  return {
    tools: () => tools,
    // An agent elsewhere asks about its own tools only, and nobody else may call those.
    offered: ({ origin }) => ({ agent: ofAgents, chat: inChat, gateway: toClients, app: toApps })[origin],
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
  function build() {
    const all = new Map(servers.offered());
    for (const tool of own) {
      const name = tool.worker === undefined ? wireName(tool.server.id, tool.name) : tool.name;
      if (all.delete(name)) log.error("tool.duplicate-name", { name });
      else all.set(name, inForce(tool));
    }
    const where = (isOffered: (tool: Tool) => boolean) => new Map([...all].filter(([, tool]) => isOffered(tool)));
    const most = mostRisk();
    return {
      tools: new ToolsByName(all, agentInForce),
      inChat: where(({ exposure, seenBy }) => isOfferedIn(exposure, "chat") && seenBy?.model !== false),
      toApps: where(({ exposure, seenBy }) => isOfferedIn(exposure, "chat") && seenBy?.app === true),
      toClients: where((tool) => notForClients(tool, most) === null),
    };
  }
}

/** Why clients are not offered a tool; null where they are. */
export function notForClients(tool: Tool, mostRisk: Risk): "chat-only" | "risk" | null {
  const { exposure, risk, worker, seenBy } = tool;
  // An agent of ours works with a model of ours, which clients do not use; and what is found is offered in a chat.
  if (worker !== undefined || isFinder(tool) || !isOfferedIn(exposure, "gateway") || seenBy?.model === false)
    return "chat-only";
  return risk > mostRisk ? "risk" : null;
}

async function withinGrace(settled: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, connectGraceMs);
  await Promise.race([settled, promise]);
  clearTimeout(timer);
}

/** Tools by wire name. Those of agents elsewhere are too many to list: each is made when its name is looked up. */
export class ToolsByName extends Map<string, Tool> {
  readonly #agentTool: (wireName: string) => Tool | undefined;

  constructor(listed: Iterable<[string, Tool]>, agentTool: (wireName: string) => Tool | undefined) {
    super(listed);
    this.#agentTool = agentTool;
  }

  override get(wireName: string): Tool | undefined {
    return super.get(wireName) ?? this.#agentTool(wireName);
  }

  override has(wireName: string): boolean {
    return this.get(wireName) !== undefined;
  }
}
