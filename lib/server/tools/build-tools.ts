import { agentsServerId } from "#lib/approvals/agents-server.ts";
import type { ServerSummary } from "#lib/chat/chat-summary.ts";
import type { Sources } from "#lib/gate/contract/sources.ts";
import type { Tool, ToolCatalogue } from "#lib/gate/contract/tool.ts";
import type { McpConfig } from "#lib/mcp/config/config.ts";
import type { Resolver } from "#lib/network/resolver.ts";
import { type McpServers, mcpServers } from "#lib/mcp/servers/servers.ts";
import type { ToolsPage } from "#lib/policies/changes/tools-page.ts";
import type { KnownTool } from "#lib/policies/drafts/unmatched-patterns.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Secrets } from "#lib/store/schema/secrets.ts";
import { forEverybody } from "#lib/store/engine/fair-turns.ts";
import { presentHands } from "#lib/store/people/hands.ts";
import { storedManners, storeManners } from "#lib/store/policies/server-manners.ts";
import { enabledPeople } from "#lib/store/people/answerer-predicates.ts";
import { agentTool } from "#lib/tools/agent-tool.ts";
import { isAgentServer } from "#lib/verdict/agent-server.ts";
import { ownServerId } from "#lib/verdict/own-server-id.ts";
import { asksByDefault } from "#lib/gate/contract/asks-by-default.ts";
import { catalogueOf } from "./catalogue.ts";
import { addServer, confirmServer, editServer, removeServer } from "./edit-servers.ts";
import { switchServer } from "./switch-server.ts";
import { changeTool, setUsualTimeouts } from "./change-tools.ts";
import { alarmsOf } from "#lib/policies/changes/alarms-of.ts";
import type { UsualTimeouts } from "#lib/approvals/usual-timeout.ts";
import { setMostRisk } from "./set-most-risk.ts";
import type { Outcome } from "./outcome.ts";
import { ServerSignIns } from "./server-sign-ins.ts";
import { storedSignIns } from "./stored-sign-ins.ts";
import type { Access } from "#lib/server/settings/access.ts";
import type { Env } from "#lib/server/settings/env.ts";
import type { PoliciesOfTools } from "./hidden-by.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { withAnswerers } from "./never-approved.ts";
import type { PlannedServer } from "./plan-servers.ts";
import { isOfferedIn } from "#lib/verdict/exposure.ts";
import { personSources, type PersonSources } from "#lib/server/sources/person-sources.ts";
import { reviewTools } from "./review-tools.ts";
import { toolOversightSync } from "./tool-oversight-sync.ts";
import { ToolsInForce } from "./tools-in-force.ts";
import { toolsPage } from "./tools-page.ts";

type Parts = {
  env: Pick<Env, "variables" | "configDir">;
  log: Log;
  database: Database;
  secrets: Secrets;
  mcp: McpConfig;
  policies: PoliciesOfTools;
  own: Tool[];
  isTeam: boolean;
  access: Pick<Access, "origin" | "publicOrigin">;
  learnSecrets: (secrets: string[]) => void;
  /** Replaces the system's resolver in tests. */
  resolver?: Resolver | undefined;
};

/** What routes and pages do with tools and their servers. Each change is in force here when it resolves. */
export type ToolsAdmin = {
  page: () => Promise<ToolsPage>;
  addServer: (change: Parameters<typeof addServer>[1]) => Promise<Outcome>;
  editServer: (change: Parameters<typeof editServer>[1]) => Promise<Outcome>;
  removeServer: (change: Parameters<typeof removeServer>[1]) => Promise<Outcome>;
  confirmServer: (change: Parameters<typeof confirmServer>[1]) => Promise<Outcome>;
  switchServer: (change: Parameters<typeof switchServer>[1]) => Promise<Outcome>;
  changeTool: (change: Parameters<typeof changeTool>[1]) => Promise<Outcome>;
  setMostRisk: (change: Parameters<typeof setMostRisk>[1]) => Promise<Outcome>;
  setUsualTimeouts: (change: Parameters<typeof setUsualTimeouts>[1]) => Promise<Outcome>;
  /** How long questions stay open about tools for which nothing was set. */
  usualTimeouts: () => UsualTimeouts;
  review: (change: Parameters<typeof reviewTools>[1]) => Promise<Outcome>;
  /** What people read of servers, and put into messages. */
  sources: PersonSources;
  signIns: ServerSignIns;
  ofServers: Sources;
} & Pick<McpServers, "appOf" | "lookAtApps" | "saidBy">;

export type BuiltTools = {
  catalogue: ToolCatalogue;
  sources: Sources;
  admin: ToolsAdmin;
  /** Everything that the tools page shows, except what depends on who can answer. */
  page: () => ToolsPage;
  summaries: () => ServerSummary[];
  known: () => KnownTool[];
  /** Reads the decisions about tools; nothing runs before. A failed read is tried again. */
  load: () => Promise<void>;
  /** Version of the decisions in force here; every change in the store increases it. */
  version: () => number;
  /** Reads the decisions again. */
  refresh: () => Promise<void>;
  /** Connects to the servers, once the instance was claimed. */
  start: () => void;
  /** Returns the function that stops listening. */
  onChange: (listener: () => void) => () => void;
  close: () => Promise<void>;
};

/** Combines servers, people's decisions about them, and the tools on offer. */
export function buildTools(parts: Parts): BuiltTools {
  const { env, log, database, secrets, mcp, policies, own, isTeam, access, learnSecrets, resolver } = parts;
  for (const { id: server, problem } of mcp.leftOut) log.warn("server.left-out", { server, problem });
  for (const problem of mcp.said) log.warn("mcp-file.not-understood", { problem });
  const force = new ToolsInForce();
  const kept = storedSignIns({ database, secrets });
  const servers = mcpServers([], {
    oversight: force,
    environment: env.variables,
    log,
    asks: asksByDefault,
    manners: {
      read: (serverKey) => storedManners(database, serverKey),
      write: (serverKey, text) => storeManners(database, serverKey, text),
    },
    signIns: kept,
    resolver,
  });
  const sources = { file: mcp, environment: env.variables, folder: env.configDir, isTeam, secrets };
  const desk = toolOversightSync({ database, servers, force, sources, log, learnSecrets });
  const planned = () => desk.planned();
  const changed = (serverId: string) => forEverybody(() => servers.signInsChanged(serverId));
  const signIns = new ServerSignIns({ database, secrets, signIns: kept, access, planned, changed, resolver });
  const stopHearing = database.signals.listen((signal) => {
    if (signal.type === "server-sign-ins") changed(signal.serverId);
  });
  const serverDeps = {
    database,
    sources,
    planned: desk.planned,
    resolver,
    ownIds: new Set([ownServerId, agentsServerId, ...own.map(({ server }) => server.id)]),
  };
  const writtenTool = (serverId: string, name: string): Tool | null => {
    const mine = own.find((tool) => tool.server.id === serverId && tool.name === name);
    if (mine !== undefined) return mine;
    if (isAgentServer(serverId)) return agentTool(database, `${serverId}:${name}`) ?? null;
    const live = servers.inspect().find(({ config }) => config.id === serverId);
    return live?.tools.find(({ definition }) => definition.name === name)?.written ?? null;
  };
  const toolDeps = { database, writtenTool };
  const inForce = async (change: Promise<Outcome>): Promise<Outcome> => {
    const outcome = await change;
    await desk.refresh();
    await signIns.forgetElsewhere();
    return outcome;
  };
  const page = () =>
    toolsPage({ planned: desk.planned(), said: mcp.said, inspected: servers.inspect(), own, force, policies });
  // Offered in the chat where their tools are; for a server without tools its own setting counts.
  const readable = () =>
    servers.inspect().flatMap(({ config, status, tools }) => {
      const set = force.rows.servers.find(({ id }) => id === config.id)?.exposure ?? config.exposure;
      const isOffered =
        tools.length === 0
          ? isOfferedIn(set, "chat")
          : tools.some(({ inForce: { exposure } }) => isOfferedIn(exposure, "chat"));
      return status === "up" && isOffered ? [{ id: config.id, title: config.title }] : [];
    });
  return {
    page,
    catalogue: catalogueOf({
      own,
      servers,
      started: desk.started,
      settled: desk.settled,
      agentTool: (wireName) => agentTool(database, wireName),
      inForce: force.inForce,
      mostRisk: () => force.rows.mostRisk,
      log,
    }),
    sources: servers.sources,
    admin: {
      signIns,
      appOf: servers.appOf,
      lookAtApps: servers.lookAtApps,
      saidBy: servers.saidBy,
      ofServers: servers.sources,
      page: async () => withAnswerers(page(), await enabledPeople(database), await presentHands(database)),
      addServer: (change) => inForce(addServer(serverDeps, change)),
      editServer: (change) => inForce(editServer(serverDeps, change)),
      removeServer: (change) => inForce(removeServer(serverDeps, change)),
      confirmServer: (change) => inForce(confirmServer(serverDeps, change)),
      switchServer: (change) => inForce(switchServer(serverDeps, change)),
      changeTool: (change) => inForce(changeTool(toolDeps, change)),
      setMostRisk: (change) => inForce(setMostRisk(database, change)),
      setUsualTimeouts: (change) => inForce(setUsualTimeouts(database, change)),
      usualTimeouts: () => force.rows.timeouts,
      sources: personSources({ database, sources: servers.sources, readable, log }),
      review: async (change) => {
        // The page shows what is live; a review accepts what is on record.
        await desk.observe();
        return inForce(reviewTools(toolDeps, change));
      },
    },
    summaries: () => summariesOf(servers, desk.planned(), force),
    known: () => knownTools(own, servers),
    load: () =>
      desk
        .load()
        .then(() => signIns.forgetElsewhere())
        .catch((error: unknown) => log.warn("tools.not-read", { error })),
    version: () => force.rows.version,
    refresh: desk.refresh,
    // Outside of the visit that started them: what servers say later is for everybody.
    start: () => forEverybody(servers.start),
    onChange: servers.onChange,
    close: async () => {
      stopHearing();
      await desk.stop();
      await servers.close();
    },
  };
}

type Seen = { accepted: boolean; definition: { name: string; fingerprint: string; order: string | null } };

/** Servers that wait for confirmation are listed too. */
function summariesOf(servers: McpServers, planned: PlannedServer[], force: ToolsInForce): ServerSummary[] {
  const live = servers.list();
  const inspected = servers.inspect();
  return planned.flatMap(({ id, written, state, problem, loosened }): ServerSummary[] => {
    const up = live.find((server) => server.id === id);
    if (up !== undefined) {
      const { tools = [], apps = [], instructions = null } = inspected.find(({ config }) => config.id === id) ?? {};
      const isNew = ({ accepted, definition }: Seen) => !accepted && !force.isRejected(id, definition);
      const all = [...tools, ...apps, ...(instructions === null ? [] : [instructions])];
      const unaccepted = all.filter(isNew);
      const waiting = unaccepted.length + (loosened.length > 0 ? 1 : 0);
      const alarms = alarmsOf({
        hasOtherStart: false,
        waiting: unaccepted.map(({ definition }) => {
          const isChanged = force.reviewOf(id, definition.name)?.definition_json != null;
          return { name: definition.name, isChanged, order: definition.order };
        }),
      });
      return [{ ...up, waiting, alarms, unreviewed: tools.filter(isNew).length }];
    }
    if (state === "disabled") return [];
    const { title = id, origin = "", trusted = false } = written ?? {};
    const alarms = alarmsOf({ hasOtherStart: state === "command-changed", waiting: [] });
    return [{ id, title, origin, trusted, status: "waiting", problem, waiting: 1, alarms, unreviewed: 0, tools: [] }];
  });
}

/** Every tool that is known here, also those that wait for a review. */
function knownTools(own: readonly Tool[], servers: Pick<McpServers, "inspect">): KnownTool[] {
  const written = servers.inspect().flatMap(({ tools }) => tools.map((tool) => tool.written));
  return [...own, ...written].map(({ server, name }) => ({ server: server.id, name }));
}
