import { randomBytes, randomUUID } from "node:crypto";
import { defaultAgentLimits, type Agent, type AgentLimits } from "#lib/agent/hot/agent.ts";
import { ChunkLogs } from "#lib/agent/stream/chunk-logs.ts";
import { ColdStreams } from "#lib/agent/stream/cold-streams.ts";
import { coolWhenDue } from "#lib/agent/runs/cool-run.ts";
import { FailingRuns } from "#lib/agent/hot/failing-runs.ts";
import { resumeRun } from "#lib/agent/runs/runs.ts";
import { startNext } from "#lib/agent/runs/start-next.ts";
import { findTools } from "#lib/agent/step/find-tools.ts";
import { keepFollowing } from "#lib/agent/follow/keep-following.ts";
import { delegateTool, type Worker } from "#lib/agent/hot/worker.ts";
import { ParkingLot } from "#lib/gate/contract/parking-lot.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { McpConfig } from "#lib/mcp/config/config.ts";
import type { Models } from "#lib/models/models.ts";
import type { ModelSettings } from "#lib/models/settings.ts";
import { refusesAll } from "#lib/policies/parts-of-policy.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { noDispatch } from "#lib/store/engine/dispatch.ts";
import { pgBossDispatch } from "#lib/store/engine/pg-boss-dispatch.ts";
import { endTeamSessions } from "#lib/store/people/sessions.ts";
import { ownTools } from "#lib/tools/own-tools.ts";
import { accessOf } from "#lib/server/settings/access.ts";
import { KnownCallers } from "#lib/server/api/known-callers.ts";
import { writtenDocument } from "#lib/server/api/document.ts";
import { announceChats } from "#lib/server/chats/announce-chats.ts";
import { auditTrail } from "#lib/server/audit/audit-trail.ts";
import { buildModels } from "./build-models.ts";
import { buildGateway } from "./build-gateway.ts";
import { buildNotifications } from "./build-notifications.ts";
import { buildTools } from "#lib/server/tools/build-tools.ts";
import { AppEventHub } from "#lib/server/chats/app-event-hub.ts";
import { chatsOf } from "#lib/server/chats/chats.ts";
import type { Env } from "#lib/server/settings/env.ts";
import { keepRuns } from "./keep-runs.ts";
import { keepTrail } from "#lib/server/audit/keep-trail.ts";
import { repeatEvery } from "#lib/store/engine/repeat-every.ts";
import { grantsIn } from "#lib/server/approvals/grants.ts";
import { inboxesIn } from "#lib/server/approvals/inbox-pages.ts";
import { languagesIn } from "#lib/server/people/languages.ts";
import { clientSignIn } from "#lib/server/oauth/client-sign-in.ts";
import { keysIn } from "#lib/server/people/keys.ts";
import type { Log } from "#lib/server/observe/log.ts";
import type { TokenSeal } from "#lib/server/http/token-seal.ts";
import { warnOfNeverApproved } from "#lib/server/tools/never-approved.ts";
import { OpenStreams } from "#lib/server/http/open-streams.ts";
import { readinessCheck } from "#lib/server/observe/readiness.ts";
import type { Policies } from "#lib/server/policies/policies.ts";
import { heardVersions } from "./heard-versions.ts";
import { policyAdmin } from "#lib/server/policies/policy-admin.ts";
import type { Services } from "#lib/server/api/services.ts";
import { refusedRequests } from "#lib/server/observe/refused-requests.ts";
import { localSessions } from "#lib/server/people/session.ts";
import { watchAccess } from "#lib/server/people/access-watch.ts";
import { buildTeam } from "#lib/server/people/build-team.ts";
import { telemetryOf } from "#lib/server/observe/telemetry.ts";
import { tightenCards } from "#lib/server/approvals/tighten-cards.ts";
import { sealOlder, storeSecrets } from "./store-secrets.ts";
import { startWhenClaimed } from "./start-when-claimed.ts";

type Parts = {
  env: Env;
  log: Log;
  database: Database;
  mcp: McpConfig;
  policies: Policies;
  seal: TokenSeal;
  modelSettings: ModelSettings;
  workers?: Worker[];
  /** Called with secrets of servers added in the app, which nothing may repeat (THREATS H3: keys in no log). */
  learnSecrets?: (secrets: string[]) => void;
  /** Prints the signed heads of the audit trail, where that is configured. */
  say?: (line: string) => void;
  standIns?: StandIns;
};

/** Replacements for our own models, tools, limits and known clients, and for the network, for tests. */
type StandIns = {
  models?: Models;
  tools?: Tool[];
  limits?: Partial<AgentLimits>;
  alone?: boolean;
  clients?: unknown[];
  fetchDocument?: (url: string) => Promise<Response>;
};

export type Running = {
  services: Services;
  /** Resumes what an earlier process left, and begins to expire approvals. Call once the app listens. */
  resume: () => Promise<void>;
  /** Announces that this process is about to stop, so that a load balancer sends it no more requests. */
  stopping: () => void;
  /** Ends all work in this process; the rows keep what is open. */
  close: () => Promise<void>;
};

/** Builds and connects everything. Starts no tool server before the instance was claimed. */
export function buildServices({
  env,
  log,
  database: store,
  mcp,
  policies,
  seal,
  modelSettings,
  workers = [],
  learnSecrets = () => {},
  say = () => {},
  standIns = {},
}: Parts): Running {
  const access = accessOf(env);
  const place = { port: access.sessionPort, isSecure: access.isSecure, seal };
  const processId = randomUUID();
  const telemetry = telemetryOf({ env, log, database: store, processId });
  const recorded: Database["recorded"] = (rows) => [telemetry, notify].forEach((each) => each.recorded(rows));
  const database: Database = { ...store, recorded };
  const keys = keysIn(database, { ownersOnly: env.team === null, seal });
  const changes = new AppEventHub();
  const announcer = announceChats({ database, changes, log });
  const newId = () => randomBytes(16).toString("base64url");
  const find = (callId: string, query: string) => findTools(agent, callId, query);
  const own = [...(standIns.tools ?? ownTools(database, newId, find)), ...workers.map(delegateTool)];
  const parts = { env, database, secrets: storeSecrets(env), log };
  const tools = buildTools({ ...parts, mcp, policies, own, isTeam: env.team !== null, access, learnSecrets });
  const notify = buildNotifications({ ...parts, access, newId });
  const { accounts, models } = buildModels({ ...parts, settings: modelSettings, learnSecrets });
  const gate: Gate = {
    database,
    dispatch: env.databaseUrl === null ? noDispatch : pgBossDispatch({ url: env.databaseUrl, log }),
    processId,
    get policy() {
      return policies.current();
    },
    catalogue: tools.catalogue,
    // A single process knows everything that it did.
    ...(database.dialect === "postgres" ? { shared: heardVersions({ policies, tools }) } : {}),
    parkingLot: new ParkingLot(),
    resume: (runId) => resumeRun(agent, runId),
    limits: { asksPerRun: 25, asksPerHour: env.asksPerHour },
    newId,
    announce: (change) => {
      announcer.announce(change);
      gateway.chatChanged(change.chatId);
    },
    announceList: announcer.announceList,
    log,
    observer: telemetry.observer,
  };
  const agent: Agent = {
    gate,
    models: standIns.models ?? models,
    workers: new Map(workers.map((worker) => [worker.name, worker])),
    hot: new Map(),
    continuing: new Map(),
    cold: new ColdStreams(),
    tails: new Map(),
    logs: new ChunkLogs(database, log),
    afterRun: (chatId) => startNext(agent, chatId),
    afterParking: (hot) => coolWhenDue(agent, hot),
    failing: new FailingRuns(5_000),
    closing: false,
    limits: { ...defaultAgentLimits, coldAfterMs: env.coldAfterMs, ofPerson: env.ofPerson, ...standIns.limits },
  };
  const gateway = buildGateway({ agent, access, tools, clients: standIns.clients });
  const tell = (event: Parameters<typeof changes.announce>[0]["event"]) => changes.announce({ personId: null, event });
  const stopHearing = policies.onChange(() => tell({ type: "policy", stopped: refusesAll(policies.current()) }));
  tools.onChange(() => tell({ type: "servers" }));
  tools.sources.onUpdate(() => tell({ type: "sources" }));
  const cards = tightenCards({ gate, changes, onToolsChange: tools.onChange, toolsVersion: tools.version, log });
  const streams = new OpenStreams();
  const onClaimed = () => {
    tools.start();
    database.signals.send({ type: "claimed" });
  };
  const watch = watchAccess({ database, streams, log });
  const built = env.team && buildTeam({ settings: env.team, database, access, place, watch, onClaimed, log });
  const sessions = built?.sessions ?? localSessions({ database, access: watch, claim: env.claim, ...place, onClaimed });
  const claim = startWhenClaimed({ isClaimed: sessions.isClaimed, start: tools.start, database, log });
  // Two processes never share an embedded store.
  const kept = keepRuns(agent, { alone: standIns.alone ?? database.dialect === "sqlite" });
  const following = keepFollowing(agent);
  const readiness = readinessCheck({ database, log, isDispatching: () => gate.dispatch.isHealthy() });
  const sweeping = repeatEvery(
    10_000,
    () => agent.logs.sweep(),
    (error) => log.warn("chunks.not-deleted", { error }),
  );
  const { audit: settings, dataDir, notifyPrivate: mayBePrivate } = env;
  const trail = keepTrail({ database, log, say, settings, dataDir, mayBePrivate });

  return {
    services: {
      access,
      sessions,
      callers: new KnownCallers(place),
      keys,
      clientSignIn: clientSignIn({ env, access, database, keys, log, fetchDocument: standIns.fetchDocument }),
      log,
      models: agent.models,
      accounts,
      policies: policyAdmin(database, policies, tools.known),
      chats: chatsOf(agent, { isTeam: env.team !== null }),
      asks: gateway.asks,
      ...inboxesIn(database),
      grants: grantsIn({ agent, keys, appRules: policies.appRules }),
      gateway: gateway.endpoint,
      clients: gateway.clients,
      languages: languagesIn(database, { areTriedOut: env.pseudoLanguages }),
      notifications: notify.notifications,
      audit: auditTrail(database),
      agent,
      changes,
      streams,
      team: built?.team ?? null,
      servers: tools.summaries,
      tools: tools.admin,
      readiness: readiness.look,
      metrics: telemetry.metrics,
      document: writtenDocument,
      refused: refusedRequests({ count: telemetry.metrics.refused, log }),
    },
    resume: async () => {
      if (env.team === null) await endTeamSessions(database);
      await sealOlder(parts).then(() => Promise.all([accounts.load(), tools.load()]));
      cards.start();
      await claim.look();
      await kept.start();
      policies.start();
      readiness.started();
      warnOfNeverApproved({ database, catalogue: gate.catalogue, log }).catch((error: unknown) =>
        log.warn("tools.not-checked", { error }),
      );
    },
    stopping: () => gateway.leave(readiness.stopping),
    close: async () => {
      await gateway.close();
      await cards.stop();
      await kept.stop();
      stopHearing();
      await Promise.all([policies.stop(), following.stop(), sweeping.stop(), agent.logs.settled()]);
      await tools.close();
      claim.stop();
      await Promise.all([notify.stop(), watch.stop(), built?.failures.stop(), accounts.stop()]);
      await announcer.close();
      readiness.close();
      await trail.stop().then(telemetry.close);
    },
  };
}
