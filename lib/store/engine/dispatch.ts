import type { Trx } from "#lib/store/schema/trx.ts";

/**
 * How a run without a holder finds a process that resumes it. A job is only a hint: the process that gets it reads the
 * rows, and the next sweep finds a run whose job was lost.
 */
export type Dispatch = {
  /**
   * Has a process resume a run once the transaction commits, and only if it does. "soon" first leaves the committing
   * process time to resume it itself.
   */
  send: (trx: Trx, runId: string, when: "now" | "soon") => Promise<void>;
  /** Begins to take jobs. Resolves at once; keeps trying while the queue cannot be reached. */
  start: (worker: DispatchWorker) => void;
  /** Takes no more jobs. */
  stop: () => Promise<void>;
  isHealthy: () => boolean;
};

export type DispatchWorker = {
  /** Resumes a run, unless it has a holder or needs nothing. Rejects when that failed; then the job is retried. */
  goOn: (runId: string) => Promise<void>;
  /** Ends a run that could not be resumed after all retries. */
  giveUp: (runId: string) => Promise<void>;
};

/** For a store with a single process: its sweep finds every run to resume. */
export const noDispatch: Dispatch = {
  send: async () => {},
  start: () => {},
  stop: async () => {},
  isHealthy: () => true,
};
