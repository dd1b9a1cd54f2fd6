/**
 * Where calls wait for answers. A wake-up is only a hint to read the row again: a waiter that missed its wake-up finds
 * the answer at its next look.
 */
export class ParkingLot {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** The approvals that somebody waits for. */
  get waitedFor(): string[] {
    return [...this.#waiting.keys()];
  }

  /** Counts approvals, not waiters: several may wait for one approval, and each leaves by itself. */
  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Registers a waiter at once, so that an answer between registering and waiting is not missed. `next` resolves at
   * the next wake-up, after `lookAgainMs`, or when `signal` aborts. The caller ends with `leave`.
   */
  park(approvalId: string, signal: AbortSignal, lookAgainMs = 60_000): ParkedCall {
    let hint = false;
    let resume: (() => void) | null = null;
    const wake = () => {
      hint = true;
      resume?.();
    };
    const waiters = this.#waiting.get(approvalId) ?? new Set();
    waiters.add(wake);
    this.#waiting.set(approvalId, waiters);
    signal.addEventListener("abort", wake, { once: true });
    return {
      next: () =>
        new Promise((resolve) => {
          const timer = setTimeout(done, lookAgainMs);
          function done() {
            clearTimeout(timer);
            resume = null;
            hint = false;
            resolve();
          }
          resume = done;
          if (hint || signal.aborted) done();
        }),
      leave: () => {
        signal.removeEventListener("abort", wake);
        waiters.delete(wake);
        if (waiters.size === 0) this.#waiting.delete(approvalId);
      },
    };
  }

  /** Wakes whoever waits for this approval in this process; false when nobody does. */
  wake(approvalId: string): boolean {
    const waiters = this.#waiting.get(approvalId);
    if (!waiters) return false;
    for (const wake of waiters) wake();
    return true;
  }
}

export type ParkedCall = { next: () => Promise<void>; leave: () => void };
