import { randomBytes, randomUUID } from "node:crypto";
import { defaultAgentLimits, type Agent, type AgentLimits } from "#lib/agent/agent.ts";
import { ColdStreams } from "#lib/agent/cold-streams.ts";
import { resumeRuns } from "#lib/agent/resume-runs.ts";
import { reviveRuns } from "#lib/agent/revive-runs.ts";
import { continueRun, suspendRuns } from "#lib/agent/runs.ts";
import { startNext } from "#lib/agent/start-turn.ts";
import { ParkingLot } from "#lib/gate/parking-lot.ts";
import { expireDue } from "#lib/gate/expire.ts";
import type { Gate } from "#lib/gate/gate.ts";
import type { Tool } from "#lib/gate/tool.ts";
import type { ServerConfig } from "#lib/mcp/config.ts";
import { mcpServers } from "#lib/mcp/servers.ts";
import { models, type Models } from "#lib/models/registry.ts";
import type { ModelSettings } from "#lib/models/settings.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { Database } from "#lib/store/database.ts";
import { notesTools } from "#lib/tools/notes.ts";
import { accessOf } from "./access.ts";
import { actions } from "./actions.ts";
import { announceChats } from "./announce-chats.ts";
import { asksByDefault } from "./asks-by-default.ts";
import { catalogueOf } from "./catalogue.ts";
import { Changes } from "./changes.ts";
import { chatsOf } from "./chats.ts";
import type { Env } from "./env.ts";
import type { Log } from "./log.ts";
import { lookForChanges } from "./look-for-changes.ts";
import { OpenStreams } from "./open-streams.ts";
import type { Services } from "./services.ts";
import { localSessions } from "./session.ts";
import { startWhenClaimed } from "./start-when-claimed.ts";

type Parts = {
  env: Env;
  log: Log;
  database: Database;
  mcp: ServerConfig[];
  policy: ToolApprovalPolicy;
  modelSettings: ModelSettings;
  standIns?: StandIns;
};

/** What takes the place of our own models, tools and limits where the engine is put to the test. */
type StandIns = { models?: Models; tools?: Tool[]; limits?: Partial<AgentLimits> };

export type Running = {
  services: Services;
  /** Goes on with what an earlier process left, and begins to expire. Call once the app listens. */
  resume: () => Promise<void>;
  /** Ends all work in this process; the rows keep what is open. */
  close: () => Promise<void>;
};

/** Chooses and connects everything. Starts no tool server before somebody has claimed the instance. */
export function buildServices({ env, log, database, mcp, policy, modelSettings, standIns = {} }: Parts): Running {
  const access = accessOf(env);
  const changes = new Changes();
  const announcer = announceChats({ database, changes, log });
  const servers = mcpServers(mcp, { environment: env.variables, log, asks: asksByDefault });
  const newId = () => randomBytes(16).toString("base64url");
  const gate: Gate = {
    database,
    instance: randomUUID(),
    policy,
    catalogue: catalogueOf(standIns.tools ?? notesTools(database, newId), servers, log),
    parkingLot: new ParkingLot(),
    limits: { asksPerRun: 25 },
    newId,
    announce: announcer.announce,
    announceList: announcer.announceList,
    log,
  };
  const agent: Agent = {
    gate,
    models: standIns.models ?? models(modelSettings),
    hot: new Map(),
    continuing: new Map(),
    cold: new ColdStreams(),
    afterRun: (chatId) => startNext(agent, chatId),
    limits: { ...defaultAgentLimits, ...standIns.limits },
  };
  servers.onChange(() => changes.announce({ personId: null, event: { type: "servers" } }));
  const sessions = localSessions({
    database,
    claim: env.claim,
    port: access.sessionPort,
    onClaimed: () => {
      servers.start();
      database.signals.send({ type: "claimed" });
    },
  });
  const claim = startWhenClaimed({
    isClaimed: sessions.isClaimed,
    start: () => servers.start(),
    signals: database.signals,
    log,
  });
  const stopLooking = lookForChanges({ database, changes, announcer, log });
  const since = process.uptime();
  let sweep: NodeJS.Timeout | undefined;

  async function sweepOnce(): Promise<void> {
    const expired = await expireDue(gate, { upSinceMs: (process.uptime() - since) * 1_000 });
    for (const runId of new Set(expired.map(({ run_id }) => run_id))) await continueRun(agent, runId);
    await reviveRuns(agent);
  }

  return {
    services: {
      access,
      sessions,
      log,
      models: agent.models,
      chats: chatsOf(agent),
      agent,
      changes,
      streams: new OpenStreams(),
      servers: () => servers.list(),
      actions,
    },
    resume: async () => {
      await claim.look();
      sweep = setInterval(() => {
        sweepOnce().catch((error: unknown) => log.error("sweep.failed", { error }));
      }, 1_000);
      await resumeRuns(agent);
    },
    close: async () => {
      clearInterval(sweep);
      await suspendRuns(agent);
      await servers.close();
      claim.stop();
      stopLooking();
      announcer.close();
    },
  };
}
