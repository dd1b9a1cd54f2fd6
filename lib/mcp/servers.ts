import type { ServerSummary } from "#lib/chat/chat-summary.ts";
import type { Log } from "#lib/gate/gate.ts";
import type { Tool } from "#lib/gate/tool.ts";
import type { CallLimits } from "./call-clock.ts";
import type { ServerConfig } from "./config.ts";
import type { Environment } from "./expand-variables.ts";
import { serverTool } from "./server-tool.ts";
import { wireName } from "./wire-name.ts";
import { ToolServer, type ServerTiming } from "./tool-server.ts";

export type McpServers = {
  /** Begins to connect to every server; nothing is started before. Returns at once. */
  start: () => void;
  /** Resolves when every server's first attempt to connect has ended, well or not; after `start`. */
  settled: () => Promise<void>;
  /** In the order of `mcp.json`. */
  list: () => ServerSummary[];
  /** The tools on offer now, by wire name. */
  offered: () => ReadonlyMap<string, Tool>;
  /** Whether the owner declared a tool idempotent, whether its server is there or not. */
  mayRepeat: (call: { server_id: string; tool_name: string }) => boolean;
  /** The tools on offer now; the same objects until something changes. */
  tools: () => Tool[];
  /** Calls back whenever a server's state or tools changed; resolves to the function that ends it. */
  onChange: (listener: () => void) => () => void;
  /** Ends all processes and sessions; calls in flight end as `unknown`. */
  close: () => Promise<void>;
};

export type McpTiming = ServerTiming & CallLimits & { keepAliveMs: number };

type Deps = {
  /** What child processes see a safe part of. */
  environment: Environment;
  log: Log;
  /** Whether a call of the tool would ask a person, as far as that is known before the call. */
  asks: (tool: Tool) => boolean;
  /** For tests. */
  timing?: Partial<McpTiming>;
};

const usualTiming: McpTiming = {
  firstPauseMs: 1_000,
  maxPauseMs: 60_000,
  healthMs: 60_000,
  connectWaitMs: 30_000,
  silenceMs: 120_000,
  totalMs: 60 * 60 * 1000,
  roundPauseMs: 250,
  keepAliveMs: 15_000,
};

/** The servers of `mcp.json`. A server that is down shows as down and never holds up the others. */
export function mcpServers(configs: ServerConfig[], { environment, log, asks, timing }: Deps): McpServers {
  const listeners = new Set<() => void>();
  const allTiming = { ...usualTiming, ...timing };
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const deps = { environment, log, timing: allTiming, keepAliveMs: allTiming.keepAliveMs, changed };
  const servers = configs.map((config) => new ToolServer(config, deps));
  const toolsOf = memoized(
    (server: ToolServer) => server.definitions,
    (server, definitions) => [...definitions.values()].map((definition) => serverTool(server, definition, allTiming)),
  );
  const tools = () => servers.flatMap(toolsOf);
  return {
    start: () => servers.forEach((server) => server.start()),
    settled: async () => void (await Promise.all(servers.map((server) => server.settled))),
    list: () => servers.map((server) => summaryOf(server, toolsOf(server), asks)),
    offered: () => new Map(tools().map((tool) => [wireName(tool.server.id, tool.name), tool])),
    mayRepeat: ({ server_id, tool_name }) =>
      configs.some(({ id, tools: settings }) => id === server_id && settings.get(tool_name)?.idempotent === true),
    tools,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}

function summaryOf(server: ToolServer, tools: Tool[], asks: (tool: Tool) => boolean): ServerSummary {
  const { id, title, origin, trusted } = server.config;
  return {
    id,
    title,
    origin,
    trusted,
    status: server.status,
    problem: server.problem,
    tools: tools.map((tool) => ({ name: tool.name, title: tool.title, approval: tool.flag, asks: asks(tool) })),
  };
}

/** Makes the value anew only when its source is another object. */
function memoized<Key extends object, Source, Value>(
  sourceOf: (key: Key) => Source,
  make: (key: Key, source: Source) => Value,
): (key: Key) => Value {
  const made = new WeakMap<Key, { source: Source; value: Value }>();
  return (key) => {
    const source = sourceOf(key);
    const last = made.get(key);
    if (last?.source === source) return last.value;
    const value = make(key, source);
    made.set(key, { source, value });
    return value;
  };
}
