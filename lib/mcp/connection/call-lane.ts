type Waiting = { oneAtATime: () => boolean; go: () => void };

/**
 * Admits calls to a connection: in parallel, or one at a time where questions could not be told apart otherwise. First
 * come, first served.
 */
export class CallLane {
  readonly #queue: Waiting[] = [];
  #inside = 0;
  #isExclusive = false;

  /**
   * Resolves when the call may be sent, to the function that admits the next one; rejects when `signal` aborts first.
   * `oneAtATime` is asked again at the call's turn; `waits` is told where that does not come at once.
   */
  async enter(oneAtATime: () => boolean, signal: AbortSignal, waits = () => {}): Promise<() => void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { oneAtATime, go: resolve };
    const giveUp = () => {
      const index = this.#queue.indexOf(waiting);
      if (index === -1) return;
      this.#queue.splice(index, 1);
      reject(signal.reason);
      this.#letIn();
    };
    this.#queue.push(waiting);
    signal.addEventListener("abort", giveUp, { once: true });
    this.#letIn();
    if (this.#queue.includes(waiting)) waits();
    await promise.finally(() => signal.removeEventListener("abort", giveUp));
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#inside -= 1;
      this.#isExclusive = false;
      this.#letIn();
    };
  }

  #letIn(): void {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      const exclusive = next.oneAtATime();
      if (this.#isExclusive || (exclusive && this.#inside > 0)) return;
      this.#queue.shift();
      this.#inside += 1;
      this.#isExclusive = exclusive;
      next.go();
    }
  }
}
