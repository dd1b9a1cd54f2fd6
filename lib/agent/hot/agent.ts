import type { EndedBy } from "#lib/approvals/decision.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { ChatOrigin, RunRow } from "#lib/store/schema/schema.ts";
import type { AnswerStream } from "#lib/agent/stream/answer-stream.ts";
import type { Activity } from "./activity.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import type { Models } from "#lib/models/models.ts";
import type { ChunkLogs } from "#lib/agent/stream/chunk-logs.ts";
import type { ColdStreams } from "#lib/agent/stream/cold-streams.ts";
import type { FailingRuns } from "./failing-runs.ts";
import { noPersonLimits, type PersonLimits } from "./person-limits.ts";
import type { Worker } from "./worker.ts";

/** A run in this process's memory: its claim, its stream, its abort switch, and whether it works or only waits. */
export type HotRun = {
  row: RunRow;
  /** Where its chat comes from. */
  origin: ChatOrigin;
  /** What was switched off in the chat when the run came into memory: see `isSwitchedOff`. */
  off: ReadonlySet<string>;
  stream: AnswerStream;
  activity: Activity;
  /** The answer as far as it is known to be; final once the run has ended. */
  latest: ChatMessage;
  signal: AbortSignal;
  /** Who or what stopped it; null before that. */
  stoppedBy: EndedBy | null;
  /** Runs while it waits, until it is to go cold. */
  cooling: NodeJS.Timeout | undefined;
  /** Ends the run's work in this process; the rows say what became of it. */
  abort: (reason: Error) => void;
  /** Resolves when nothing of the run is left in memory; set by whoever starts its work. */
  done: Promise<void>;
};

/** The answer of a run that another process writes, as far as its log has been read here. */
export type Tail = {
  runId: string;
  chatId: string;
  fence: number;
  /** The last piece that was read. */
  seq: number;
  stream: AnswerStream;
  /** When this process first saw that the run has ended, on its monotonic clock. */
  endedAt: number | null;
  /** Set during a read; asking again meanwhile reads once more. */
  reading: Promise<void> | null;
  readAgain: boolean;
};

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
  /** This process is about to end: it takes over and starts nothing more. */
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
  /** A run is ended after a process failed so often to go on with it. */
  mostFailures: number;
  /** A run is ended after so many processes in a row died with it before it got further. */
  mostLosses: number;
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
  // Less often than a service manager starts again what dies at once.
  mostLosses: 4,
  ofPerson: noPersonLimits,
};
