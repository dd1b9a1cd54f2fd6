type Failures = { count: number; notBefore: number };

/**
 * Runs that this process could not go on with. It leaves each to others for a while, longer every time; a later release
 * may know what to do with what this one cannot read.
 */
export class FailingRuns {
  readonly #failures = new Map<string, Failures>();
  readonly #firstPauseMs: number;

  /** The first pause; each is twice as long as the one before. */
  constructor(firstPauseMs: number) {
    this.#firstPauseMs = firstPauseMs;
  }

  mayTry(runId: string): boolean {
    const failures = this.#failures.get(runId);
    return failures === undefined || failures.notBefore <= performance.now();
  }

  /** Returns how often it failed so far. */
  failed(runId: string): number {
    const count = (this.#failures.get(runId)?.count ?? 0) + 1;
    this.#failures.set(runId, { count, notBefore: performance.now() + this.#firstPauseMs * 2 ** (count - 1) });
    return count;
  }

  forget(runId: string): void {
    this.#failures.delete(runId);
  }
}
