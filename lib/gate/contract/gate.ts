import type { JsonObject } from "#lib/untrusted/json.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Dispatch } from "#lib/store/engine/dispatch.ts";
import type { Versions } from "#lib/store/runs/call-preconditions.ts";
import type { AllJudged } from "./all-judged.ts";
import type { Asker } from "./asker.ts";
import type { CallEvent } from "./call-event.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { Observer } from "./observer.ts";
import type { ParkingLot } from "./parking-lot.ts";
import type { OfferedTo, ToolCatalogue, ToolResult } from "./tool.ts";

/** What the gate works with. One per process. */
export type Gate = {
  database: Database;
  /** Finds a process for a run that nobody holds. */
  dispatch: Dispatch;
  /** New at every start. */
  processId: string;
  /** The policy of the instance as it is now: it may change between two judgements, never within one. */
  policy: ToolApprovalPolicy;
  catalogue: ToolCatalogue;
  /** Where several processes serve the store: the versions that this one knows, and how it catches up. */
  shared?: { versions: () => Versions; catchUp: () => Promise<void> };
  parkingLot: ParkingLot;
  /** Goes on with a run that was answered, unless a process holds it. Never rejects: a sweep retries what failed. */
  resume: (runId: string) => Promise<void>;
  limits: GateLimits;
  /** 128 random bits or more, URL-safe. */
  newId: () => string;
  /** Says that a chat changed; called after the commit. */
  announce: (change: { personId: string; chatId: string; version: number }) => void;
  /** Says that a person's list of chats changed. */
  announceList: (change: { personId: string }) => void;
  log: Log;
  /** Takes figures and traces; nothing depends on it. */
  observer?: Observer;
};

export type GateLimits = {
  /** Questions one run may put to people; the calls beyond it are refused. */
  asksPerRun: number;
  /** Tool calls that a person may be asked about within an hour, in all their chats; Infinity for any number. */
  asksPerHour: number;
};

export type Log = {
  info: (message: string, fields?: Record<string, unknown>) => void;
  warn: (message: string, fields?: Record<string, unknown>) => void;
  error: (message: string, fields?: Record<string, unknown>) => void;
};

/** A claimed run as its door brings it. Every write for it is conditional on `fence`. */
export type RunContext = OfferedTo & {
  runId: string;
  chatId: string;
  fence: number;
  /** Aborts when the run is stopped or lost. */
  signal: AbortSignal;
  asker: Asker;
  /** Of all calls that are taken to their ends together. */
  judging: AllJudged;
  /** Has an agent do the work of a call; continues from the rows if the work had begun before. */
  delegate: (call: ToolCallRow, worker: string, args: JsonObject) => Promise<ToolResult>;
  /** Hears what becomes of the call. */
  tell?: (event: CallEvent) => void;
  /** Marks the time in which one call waits for a person; when nothing else is going on, the run is parked. */
  whileWaiting?: <Result>(wait: () => Promise<Result>) => Promise<Result>;
  /** What becomes of the run with the end of a started call, in the same commit; by default it goes on. */
  callEnded?: (trx: Trx) => Promise<void>;
  /** Holds a start back, for ever once this process is about to stop. Rejects with the abort's reason. */
  mayStart?: () => Promise<void>;
};
