import type { Trx } from "#lib/store/schema/trx.ts";

/**
 * How a run that nobody holds finds a process that goes on with it. A job is only a hint: whoever gets it looks at the
 * rows, and a run whose job is lost is found by the next sweep.
 */
export type Dispatch = {
  /**
   * Has a process go on with a run once the transaction commits, and only if it does. "soon" leaves whoever commits
   * the time to do so itself.
   */
  send: (trx: Trx, runId: string, when: "now" | "soon") => Promise<void>;
  /** Begins to take jobs; resolves at once and goes on trying while the queue cannot be reached. */
  start: (worker: DispatchWorker) => void;
  /** Takes no more jobs. */
  stop: () => Promise<void>;
  isHealthy: () => boolean;
};

export type DispatchWorker = {
  /** Goes on with a run, unless somebody holds it or it needs nothing. Rejects when it could not; then it is tried again. */
  goOn: (runId: string) => Promise<void>;
  /** Ends a run that could not be gone on with, however often it was tried. */
  giveUp: (runId: string) => Promise<void>;
};

/** For a store that only one process uses: its sweep finds every run that needs somebody. */
export const noDispatch: Dispatch = {
  send: async () => {},
  start: () => {},
  stop: async () => {},
  isHealthy: () => true,
};
