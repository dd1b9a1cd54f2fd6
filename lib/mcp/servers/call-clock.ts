export type CallLimits = {
  /** How long a server may be silent, ms. Progress restarts it; the time people take does not count. */
  silenceMs: number;
  /** How long a call may take in all, ms, even with progress; the time people take does not count. */
  totalMs: number;
  /** First pause before a retry of a call that the server postponed without a question, ms; it doubles. */
  roundPauseMs: number;
  /** Shortest pause between two questions how a task is, ms; its server may want longer ones. */
  taskPollMs: number;
  /** How long a call waits for its server to say that a person is done on a page, ms. */
  pageMs: number;
};

/**
 * The time limit of one call. It stops while a person is asked: people must never time a call out. The SDK's own timer
 * cannot do that, and checks its `maxTotalTimeout` only when progress arrives.
 */
export class CallClock {
  readonly #limits: CallLimits;
  readonly #onExpired: () => void;
  #silence: number;
  #total: number;
  #runningSince: number | null = null;
  #pauses = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: CallLimits, onExpired: () => void) {
    this.#limits = limits;
    this.#onExpired = onExpired;
    this.#silence = limits.silenceMs;
    this.#total = limits.totalMs;
    this.#run();
  }

  /** The server sent something. */
  heard(): void {
    const wasRunning = this.#halt();
    this.#silence = this.#limits.silenceMs;
    if (wasRunning) this.#run();
  }

  /** Runs a wait that is not the server's time: for a person, or a pause of ours. */
  async whilePaused<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#pauses += 1;
    this.#halt();
    try {
      return await wait();
    } finally {
      this.#pauses -= 1;
      this.#silence = this.#limits.silenceMs;
      if (this.#pauses === 0) this.#run();
    }
  }

  stop(): void {
    this.#halt();
    this.#pauses = Number.POSITIVE_INFINITY;
  }

  #run(): void {
    this.#runningSince = performance.now();
    this.#timer = setTimeout(
      () => {
        this.stop();
        this.#onExpired();
      },
      Math.max(0, Math.min(this.#silence, this.#total)),
    );
  }

  #halt(): boolean {
    if (this.#runningSince === null) return false;
    clearTimeout(this.#timer);
    const elapsed = performance.now() - this.#runningSince;
    this.#runningSince = null;
    this.#silence -= elapsed;
    this.#total -= elapsed;
    return true;
  }
}
