import type { Gate } from "#lib/gate/contract/gate.ts";
import type { Models } from "#lib/models/registry.ts";
import type { ChunkLogs } from "#lib/agent/stream/chunk-logs.ts";
import type { ColdStreams } from "#lib/agent/stream/cold-streams.ts";
import type { Tail } from "#lib/agent/follow/follow-run.ts";
import type { FailingRuns } from "./failing-runs.ts";
import type { HotRun } from "./hot-run.ts";
import { noPersonLimits, type PersonLimits } from "./person-limits.ts";
import type { Worker } from "./worker.ts";

/** What the agent works with. One per process. */
export type Agent = {
  gate: Gate;
  models: Models;
  /** Agents that may be given work, by name. */
  workers: ReadonlyMap<string, Worker>;
  /** Runs in this process's memory, by run id. */
  hot: Map<string, HotRun>;
  /** Runs that this process is taking over, or letting go cold, right now. */
  continuing: Map<string, Promise<void>>;
  /** Streams of runs that somebody watches though no process works on them. */
  cold: ColdStreams;
  /** Answers that other processes write and somebody watches here, by run id. */
  tails: Map<string, Tail>;
  /** What other processes need to follow the answers that this one writes. */
  logs: ChunkLogs;
  /** Runs that this process could not go on with lately. */
  failing: FailingRuns;
  /** Starts what was queued behind a run that ended. */
  afterRun: (chatId: string) => Promise<void>;
  /** Called when a run in memory has come to rest: nothing of it goes on until a person answers. */
  afterParking: (hot: HotRun) => void;
  /** This process is about to end: it takes over and starts nothing any more. */
  closing: boolean;
  limits: AgentLimits;
};

export type AgentLimits = {
  /** From this round on the model gets no tools and is asked to conclude (S0.25). */
  softRounds: number;
  /** A run ends after this many model steps, whatever the model wants (S0.25). */
  hardRounds: number;
  /** How long a stopped run waits for its calls in flight to say how they ended. */
  abandonAfterMs: number;
  /** How long a run that only waits for people stays in memory; Infinity for as long as it waits. */
  coldAfterMs: number;
  /** While more runs than this are in memory, those that only wait leave it at once (G6). */
  hotRuns: number;
  /** How long a process that is about to end waits for its calls in flight. */
  stopWithinMs: number;
  /** A run that a process could not go on with so often is ended. */
  mostFailures: number;
  ofPerson: PersonLimits;
};

export const defaultAgentLimits: AgentLimits = {
  softRounds: 16,
  hardRounds: 18,
  abandonAfterMs: 5_000,
  coldAfterMs: 60_000,
  hotRuns: 1_000,
  stopWithinMs: 20_000,
  mostFailures: 6,
  ofPerson: noPersonLimits,
};
