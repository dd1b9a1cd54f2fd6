import type { Client } from "@modelcontextprotocol/client";
import type { LiveServer } from "#lib/chat/chat-summary.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import type { Sources } from "#lib/gate/contract/sources.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { Resolver } from "#lib/network/resolver.ts";
import type { SaidOnPage } from "#lib/policies/changes/tools-page.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { leadsInside } from "#lib/mcp/config/describe-problem.ts";
import type { Environment } from "#lib/mcp/config/expand-variables.ts";
import type { SignIns } from "#lib/mcp/sign-in/sign-ins.ts";
import { readAs } from "./ask-server.ts";
import { MannersMemory, type MannersStore } from "./manners-memory.ts";
import { ServerSources } from "./server-sources.ts";
import { summaryOfServer, type InspectedServer, type InspectedTool, type OversightSource } from "./inspected-server.ts";
import { serverTool } from "./server-tool.ts";
import type { AppDefinition } from "#lib/mcp/definitions/app-definition.ts";
import { ListedApps } from "#lib/mcp/definitions/listed-apps.ts";
import { wireName } from "#lib/mcp/definitions/wire-name.ts";
import { ToolServer } from "./tool-server.ts";
import { usualTiming, type McpTiming } from "./usual-timing.ts";

export type McpServers = {
  /** Begins to connect to every server; nothing starts before. Returns at once. */
  start: () => void;
  /**
   * Replaces the set of servers. One with the same program or address goes on with its new settings; others end, with
   * the calls in flight, and new ones start.
   */
  reconcile: (configs: ServerConfig[]) => void;
  /** Somebody signed in to this server, or out. */
  signInsChanged: (serverId: string) => void;
  /** Decisions about tools changed: checks all tools again. */
  overseeAnew: () => void;
  /** The present definitions of all servers, offered or not. */
  inspect: () => InspectedServer[];
  /** Resolves after `start`. */
  started: () => Promise<void>;
  /** Resolves when every server's first attempt to connect has ended, well or not; after `start`. */
  settled: () => Promise<void>;
  /**
   * Resolves when the server's tools are good enough to judge calls by: its time to come up is over, and no announced
   * change is unread. Never rejects.
   */
  ready: (serverId: string, signal: AbortSignal) => Promise<void>;
  /** Why the server offers nothing; null when it does, or is not one of these. */
  problemOf: (serverId: string) => string | null;
  /** In the order in which they were given. */
  list: () => LiveServer[];
  /** The tools on offer now, by wire name. */
  offered: () => ReadonlyMap<string, Tool>;
  /** Whether the owner declared a tool idempotent, also while its server is down. */
  mayRepeat: (call: { server_id: string; tool_name: string }) => boolean;
  /** The tools on offer now; the same objects until something changes. */
  tools: () => Tool[];
  /** Wire names of the tools that are not offered because nobody accepted their definition. */
  quarantined: () => ReadonlySet<string>;
  /** Calls the listener whenever a server's state or tools change; returns the function that stops it. */
  onChange: (listener: () => void) => () => void;
  /** Their resources and prompts, of servers all of whose definitions are accepted. */
  sources: Sources;
  /** The app that shows the results of a tool, as its server has it for a person now, where somebody accepted exactly that. */
  appOf: (serverId: string, toolName: string, personId: string) => Promise<AppDefinition | null>;
  /** Reads the apps to review of servers where people sign in for themselves, as this person. Returns at once. */
  lookAtApps: (personId: string) => void;
  /** All that is kept of what a server wrote beside its answers; null where that is nothing. */
  saidBy: (serverId: string) => SaidOnPage | null;
  /** Ends all processes and sessions; calls in flight end as `unknown`. */
  close: () => Promise<void>;
};

type Deps = {
  oversight: OversightSource;
  /** Child processes see a safe part of it. */
  environment: Environment;
  log: Log;
  /** Whether a call of the tool would ask a person, as far as that is known before the call. */
  asks: (tool: Tool) => boolean;
  /** Where it is kept how servers behave. */
  manners?: MannersStore | undefined;
  /** Where sign-ins to servers are kept; absent where nobody signs in. */
  signIns?: SignIns | undefined;
  /** For tests. */
  timing?: Partial<McpTiming>;
  resolver?: Resolver | undefined;
};

/** The servers of `mcp.json` and of the app. A server that is down shows as down and never delays the others. */
export function mcpServers(
  configs: ServerConfig[],
  { oversight, environment, log, asks, manners, signIns, timing, resolver }: Deps,
): McpServers {
  const listeners = new Set<() => void>();
  const allTiming = { ...usualTiming, ...timing };
  const changed = () => {
    servers.forEach((server) => apps.look(server));
    for (const listener of listeners) listener();
  };
  const sources = new ServerSources({
    log,
    serverOf: (id) => {
      const server = serverOf(id);
      return server !== undefined && inspected(server).every(({ accepted }) => accepted) ? server : undefined;
    },
  });
  const deps = {
    environment,
    log,
    memory: new MannersMemory(manners, log),
    timing: allTiming,
    signIns,
    resolver,
    changed,
    sourcesChanged: (serverId: string, what: "resources" | "prompts") => sources.announce(serverId, what),
    resourceUpdated: (serverId: string, client: Client, uri: string) => sources.updated(serverId, client, uri),
  };
  const apps = new ListedApps<ToolServer>({ oversight, log, changed: () => changed(), read: readAs });
  let servers = configs.map((config) => new ToolServer(config, deps));
  let hasStarted = false;
  const started = Promise.withResolvers<void>();
  /** Ends of removed servers; `close` waits for them. */
  let ending: Promise<unknown> = Promise.resolve();
  let decisions = {};
  const instructionsOf = ({ connections }: ToolServer) => connections.first?.instructions ?? null;
  const instructed = (server: ToolServer): InspectedServer["instructions"] => {
    const definition = instructionsOf(server);
    return definition && { definition, accepted: oversight.isAccepted(server.config.id, definition) };
  };
  const inspected = memoized(
    (server: ToolServer) => [server.definitions, server.config, decisions, instructionsOf(server)],
    (server): InspectedTool[] => {
      const said = instructed(server);
      const words = said?.accepted === true ? { serverInstructions: said.definition.text } : {};
      return [...server.definitions.values()].map((definition) => {
        const written = { ...serverTool(server, definition, allTiming), ...words };
        const accepted = oversight.isAccepted(server.config.id, definition);
        return { definition, written, inForce: oversight.inForce(written), accepted };
      });
    },
  );
  const offeredBy = memoized(
    (server: ToolServer) => [inspected(server)],
    (server) => inspected(server).flatMap(({ accepted, inForce }) => (accepted ? [inForce] : [])),
  );
  const tools = () => servers.flatMap(offeredBy);
  const serverOf = (id: string) => servers.find(({ config }) => config.id === id);
  return {
    start: () => {
      hasStarted = true;
      servers.forEach((server) => server.start());
      started.resolve();
    },
    reconcile: (next) => {
      const former = new Map(servers.map((server) => [server.config.id, server]));
      servers = next.map((config) => {
        const same = former.get(config.id);
        if (same?.adopt(config) !== true) return new ToolServer(config, deps);
        former.delete(config.id);
        return same;
      });
      ending = Promise.all([ending, ...[...former.values()].map((server) => server.close())]);
      if (hasStarted) servers.forEach((server) => server.start());
      changed();
    },
    signInsChanged: (serverId) => {
      const server = serverOf(serverId);
      if (server === undefined) return;
      apps.forget(server);
      server.signInsChanged();
    },
    overseeAnew: () => {
      decisions = {};
      changed();
    },
    inspect: () =>
      servers.map((server) => {
        const { config, status, problem, era, connections } = server;
        const said = server.said.ends;
        const { transport } = config;
        const isOutOfBounds = transport.kind === "http" && problem === leadsInside(transport.url);
        const callsItself = connections.first?.callsItself ?? null;
        const { shown: signIn, link: signInLink } = server.signIn;
        const shown = { config, status, problem, isOutOfBounds, era, signIn, signInLink, said, callsItself };
        return { ...shown, tools: inspected(server), instructions: instructed(server), apps: apps.inspect(server) };
      }),
    started: () => started.promise,
    settled: async () => void (await Promise.all(servers.map((server) => server.settled))),
    ready: async (serverId, signal) => serverOf(serverId)?.ready(signal),
    problemOf: (serverId) => {
      const server = serverOf(serverId);
      if (server === undefined || server.definitions.size > 0) return null;
      return server.problem ?? (server.status === "up" ? null : "It is not connected yet.");
    },
    list: () =>
      servers.map((server) => {
        const appOf = ({ name }: Tool) => apps.standing(server, name);
        return summaryOfServer(server, { tools: offeredBy(server), asks, appOf });
      }),
    offered: () => new Map(tools().map((tool) => [wireName(tool.server.id, tool.name), tool])),
    quarantined: () =>
      new Set(
        servers.flatMap((server) =>
          inspected(server).flatMap(({ accepted, definition }) =>
            accepted ? [] : [wireName(server.config.id, definition.name)],
          ),
        ),
      ),
    mayRepeat: ({ server_id, tool_name }) =>
      servers.some(({ config }) => config.id === server_id && config.tools.get(tool_name)?.idempotent === true),
    tools,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sources,
    appOf: async (serverId, toolName, personId) => {
      const server = serverOf(serverId);
      return server === undefined ? null : apps.accepted(server, toolName, personId);
    },
    lookAtApps: (personId) => servers.forEach((server) => apps.lookAs(server, personId)),
    saidBy: (serverId) => serverOf(serverId)?.said.whole ?? null,
    close: async () => {
      await Promise.all([ending, ...servers.map((server) => server.close())]);
    },
  };
}
/** Computes the value again only when one of its sources is another one. */
function memoized<Key extends object, Value>(
  sourcesOf: (key: Key) => (object | null)[],
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new WeakMap<Key, { sources: (object | null)[]; value: Value }>();
  return (key) => {
    const sources = sourcesOf(key);
    const last = made.get(key);
    if (last !== undefined && last.sources.every((source, at) => source === sources[at])) return last.value;
    const value = make(key);
    made.set(key, { sources, value });
    return value;
  };
}
