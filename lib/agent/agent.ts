import type { Gate } from "#lib/gate/gate.ts";
import type { Models } from "#lib/models/registry.ts";
import type { ColdStreams } from "./cold-streams.ts";
import type { HotRun } from "./hot-run.ts";

/** What the agent works with. One per process. */
export type Agent = {
  gate: Gate;
  models: Models;
  /** Runs in this process's memory, by run id. */
  hot: Map<string, HotRun>;
  /** Runs that this process is taking over right now. */
  continuing: Map<string, Promise<void>>;
  /** Streams of runs that somebody watches though no process works on them. */
  cold: ColdStreams;
  /** Starts what was queued behind a run that ended. */
  afterRun: (chatId: string) => Promise<void>;
  limits: AgentLimits;
};

export type AgentLimits = {
  /** From this round on the model gets no tools and is asked to conclude (S0.25). */
  softRounds: number;
  /** A run ends after this many model steps, whatever the model wants (S0.25). */
  hardRounds: number;
  /** How long a stopped run waits for its calls in flight to say how they ended. */
  abandonAfterMs: number;
};

export const defaultAgentLimits: AgentLimits = { softRounds: 16, hardRounds: 18, abandonAfterMs: 5_000 };
