import { randomBytes, randomUUID } from "node:crypto";
import { defaultAgentLimits, type Agent, type AgentLimits } from "#lib/agent/hot/agent.ts";
import { ChunkLogs } from "#lib/agent/stream/chunk-logs.ts";
import { ColdStreams } from "#lib/agent/stream/cold-streams.ts";
import { coolRun, coolWhenDue } from "#lib/agent/runs/cool-run.ts";
import { FailingRuns } from "#lib/agent/hot/failing-runs.ts";
import { hearSignal } from "#lib/agent/runs/hear-signal.ts";
import { keepFollowing } from "#lib/agent/follow/keep-following.ts";
import { leaveRuns } from "#lib/agent/runs/leave-runs.ts";
import { renewRuns } from "#lib/agent/runs/renew-runs.ts";
import { resumeRuns } from "#lib/agent/runs/resume-runs.ts";
import { reviveRuns } from "#lib/agent/runs/revive-runs.ts";
import { continueRun, resumeRun } from "#lib/agent/runs/runs.ts";
import { startNext } from "#lib/agent/runs/start-next.ts";
import { delegateTool, type Worker } from "#lib/agent/hot/worker.ts";
import { expireDue } from "#lib/gate/answer/expire.ts";
import type { Gate, GateLimits } from "#lib/gate/contract/gate.ts";
import { ParkingLot } from "#lib/gate/contract/parking-lot.ts";
import type { Tool, ToolCatalogue } from "#lib/gate/contract/tool.ts";
import { describeModelError } from "#lib/models/model-error.ts";
import { agentTool } from "#lib/tools/agent-tool.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { ChatListeners } from "#lib/gateway/chat-listeners.ts";
import { asksOf, type Asks } from "#lib/server/approvals/asks.ts";
import { sweepAsks } from "#lib/server/approvals/sweep-asks.ts";
import { chatsOf, type Chats } from "#lib/server/chats/chats.ts";
import { ToolsByName } from "#lib/server/tools/catalogue.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { noDispatch, type Dispatch } from "#lib/store/engine/dispatch.ts";
import { Crashed, mortalDatabase } from "./mortal-database.ts";
import type { SignalBus } from "./signal-bus.ts";
import type { ToldModel } from "./told-model.ts";

export type Logged = { level: "info" | "warn" | "error"; message: string; fields: Record<string, unknown> };

type Parts = {
  store: Database;
  model: ToldModel;
  log: Logged[];
  bus: SignalBus;
  dispatch?: Dispatch;
  tools?: Tool[];
  /** What stands in for a catalogue of `tools`; made anew for each process. */
  catalogue?: () => ToolCatalogue;
  policy?: ToolApprovalPolicy;
  workers?: Worker[];
  /** A tool of an agent elsewhere as it is watched. */
  inForce?: (tool: Tool) => Tool;
  limits?: Partial<GateLimits & AgentLimits>;
  /** How many tools one request to the model may carry. */
  mostTools?: number;
  contextTokens?: number;
};

export type AppProcess = {
  gate: Gate;
  agent: Agent;
  chats: Chats;
  /** What agents elsewhere ask of this process. */
  asks: () => Asks;
  /** Goes on with what an earlier process left, as at boot: all of it, unless others may be alive. */
  resume: (beside?: "alone" | "others") => Promise<void>;
  /** Expires what is due, and goes on with whatever nobody works on. `upSinceMs` as if the process had run for long. */
  sweep: (upSinceMs?: number) => Promise<void>;
  /** Renews the leases of the runs in memory; without it they lapse as the clock moves. */
  renew: () => Promise<void>;
  /** Lets a run in memory go cold, if it only waits. */
  cool: (runId: string) => Promise<void>;
  /** Gives up everything in memory, as when it is asked to stop. */
  leave: () => Promise<void>;
  continueRun: (runId: string) => Promise<void>;
  /** Resolves when no run is being taken over or let go any more. */
  continued: () => Promise<void>;
  /** kill -9: from now on it reaches neither the store nor anything else that lasts. */
  kill: () => void;
  /** Dies when this many more statements and one are done, before it hears of the last. */
  killAtStatement: (count: number) => void;
  /** Once so many more statements succeeded, the next is done and its reply is lost. */
  loseReplyAt: (count: number) => void;
  wasReplyLost: () => boolean;
  isDead: () => boolean;
};

const long = 24 * 3_600_000;

/** Gate and agent put together as lib/server/start/build-services.ts does, for one process of a test. */
export function appProcess({
  store,
  model,
  log,
  bus,
  dispatch = noDispatch,
  tools = [],
  catalogue,
  policy,
  workers = [],
  inForce = (tool) => tool,
  limits = {},
  mostTools = Infinity,
  contextTokens,
}: Parts): AppProcess {
  const { database, ...death } = mortalDatabase(store, bus);
  const note =
    (level: Logged["level"]) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      // A dead process says nothing any more.
      if (!(fields["error"] instanceof Crashed)) log.push({ level, message, fields });
    };
  const agentToolInForce = (wireName: string) => {
    const tool = agentTool(database, wireName);
    return tool && inForce(tool);
  };
  const listed = [...tools, ...workers.map(delegateTool)].map((tool) => [tool.name, tool] as [string, Tool]);
  const offered = new ToolsByName(listed, agentToolInForce);
  const listeners = new ChatListeners();
  const gate: Gate = {
    database,
    dispatch,
    processId: randomUUID(),
    policy: policy ?? toolApprovalPolicy.annotated(),
    catalogue: catalogue?.() ?? {
      tools: () => offered,
      offered: () => offered,
      quarantined: () => new Set(),
      settled: async () => {},
      ready: async () => {},
      problemOf: () => null,
      mayRepeat: (call) => tools.some(({ name, idempotent }) => idempotent && name === call.tool_name),
    },
    parkingLot: new ParkingLot(),
    resume: (runId) => resumeRun(agent, runId),
    limits: { asksPerRun: limits.asksPerRun ?? 25, asksPerHour: limits.asksPerHour ?? Infinity },
    newId: () => randomBytes(16).toString("base64url"),
    announce: ({ chatId }) => listeners.tell(chatId),
    announceList: () => {},
    log: { info: note("info"), warn: note("warn"), error: note("error") },
  };
  const agent: Agent = {
    gate,
    models: {
      choicesFor: () => [],
      get: () => ({ key: "told", model, mostTools, contextTokens: contextTokens ?? null }),
      describeError: (error) => describeModelError(error),
    },
    workers: new Map(workers.map((worker) => [worker.name, worker])),
    hot: new Map(),
    continuing: new Map(),
    cold: new ColdStreams(),
    tails: new Map(),
    logs: new ChunkLogs(uncounted(store, database, death.isDead), gate.log),
    afterRun: (chatId) => startNext(agent, chatId),
    afterParking: (hot) => coolWhenDue(agent, hot),
    failing: new FailingRuns(0),
    closing: false,
    limits: { ...defaultAgentLimits, ...limits },
  };
  database.signals.listen((signal) => hearSignal(agent, signal));
  const following = keepFollowing(agent);
  let asks: Asks | undefined;
  return {
    gate,
    agent,
    chats: chatsOf(agent, { isTeam: true }),
    asks: () => (asks ??= asksOf(agent, listeners)),
    resume: (beside = "alone") => resumeRuns(agent, { alone: beside === "alone" }),
    sweep: async (upSinceMs = long) => {
      await expireDue(gate, { upSinceMs });
      await reviveRuns(agent);
      if (asks !== undefined) await sweepAsks(agent);
    },
    renew: () => renewRuns(agent),
    cool: async (runId) => {
      const hot = agent.hot.get(runId);
      if (hot) await coolRun(agent, hot);
    },
    leave: async () => {
      await asks?.stop();
      await leaveRuns(agent);
    },
    continueRun: (runId) => continueRun(agent, runId),
    continued: async () => {
      while (agent.continuing.size > 0) await Promise.allSettled(agent.continuing.values());
    },
    ...death,
    kill: () => {
      death.kill();
      void following.stop();
      void asks?.stop();
      // Its memory is gone with it: nobody waits for anything in there.
      for (const hot of agent.hot.values()) hot.abort(new Crashed("This process is dead."));
    },
  };
}

/** The same store for what a process writes at moments of its own: it dies with it, and does not age it. */
function uncounted(store: Database, { signals }: Database, isDead: () => boolean): Database {
  return {
    ...store,
    signals,
    get db() {
      if (isDead()) throw new Crashed("This process is dead.");
      return store.db;
    },
  };
}
