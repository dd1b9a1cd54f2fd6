import { randomBytes, randomUUID } from "node:crypto";
import { defaultAgentLimits, type Agent, type AgentLimits } from "#lib/agent/agent.ts";
import { ColdStreams } from "#lib/agent/cold-streams.ts";
import { resumeRuns } from "#lib/agent/resume-runs.ts";
import { continueRun } from "#lib/agent/runs.ts";
import { startNext } from "#lib/agent/start-turn.ts";
import { expireDue } from "#lib/gate/expire.ts";
import type { Gate, GateLimits } from "#lib/gate/gate.ts";
import { ParkingLot } from "#lib/gate/parking-lot.ts";
import type { Tool } from "#lib/gate/tool.ts";
import { describeModelError } from "#lib/models/model-error.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { chatsOf, type Chats } from "#lib/server/chats.ts";
import type { Database } from "#lib/store/database.ts";
import { Crashed, mortalDatabase } from "./mortal-database.ts";
import type { ToldModel } from "./told-model.ts";

export type Logged = { level: "info" | "warn" | "error"; message: string; fields: Record<string, unknown> };

type Parts = {
  store: Database;
  model: ToldModel;
  log: Logged[];
  tools?: Tool[];
  policy?: ToolApprovalPolicy;
  limits?: Partial<GateLimits & AgentLimits>;
};

export type AppProcess = {
  gate: Gate;
  agent: Agent;
  chats: Chats;
  /** Goes on with what an earlier process left, as at boot. */
  resume: () => Promise<void>;
  /** Expires what is due and goes on with those runs. `upSinceMs` as if the process had run for long. */
  sweep: (upSinceMs?: number) => Promise<void>;
  continueRun: (runId: string) => Promise<void>;
  /** kill -9: from now on it reaches neither the store nor anything else that lasts. */
  kill: () => void;
  /** Dies when this many more statements and one are done, before it hears of the last. */
  killAtStatement: (count: number) => void;
  isDead: () => boolean;
};

const long = 24 * 3_600_000;

/** Gate and agent put together as lib/server/build-services.ts does, for one process of a test. */
export function appProcess({ store, model, log, tools = [], policy, limits = {} }: Parts): AppProcess {
  const { database, ...death } = mortalDatabase(store);
  const note =
    (level: Logged["level"]) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      // A dead process says nothing any more.
      if (!(fields["error"] instanceof Crashed)) log.push({ level, message, fields });
    };
  const offered = new Map(tools.map((tool) => [tool.name, tool]));
  const gate: Gate = {
    database,
    instance: randomUUID(),
    policy: policy ?? toolApprovalPolicy.annotated(),
    catalogue: { offered: () => offered, settled: async () => {} },
    parkingLot: new ParkingLot(),
    limits: { asksPerRun: limits.asksPerRun ?? 25 },
    newId: () => randomBytes(16).toString("base64url"),
    announce: () => {},
    announceList: () => {},
    log: { info: note("info"), warn: note("warn"), error: note("error") },
  };
  const agent: Agent = {
    gate,
    models: {
      choices: [],
      get: () => ({ key: "told", model }),
      describeError: (error) => describeModelError(error),
    },
    hot: new Map(),
    continuing: new Map(),
    cold: new ColdStreams(),
    afterRun: (chatId) => startNext(agent, chatId),
    limits: { ...defaultAgentLimits, ...limits },
  };
  return {
    gate,
    agent,
    chats: chatsOf(agent),
    resume: () => resumeRuns(agent),
    sweep: async (upSinceMs = long) => {
      const expired = await expireDue(gate, { upSinceMs });
      for (const runId of new Set(expired.map(({ run_id }) => run_id))) await continueRun(agent, runId);
    },
    continueRun: (runId) => continueRun(agent, runId),
    ...death,
    kill: () => {
      death.kill();
      // Its memory is gone with it: nobody waits for anything in there.
      for (const hot of agent.hot.values()) hot.abort(new Crashed("This process is dead."));
    },
  };
}
