/** Knows when every call of a step has been judged: no gated one starts before that (S0.16). */
export class AllJudged {
  readonly #left: Set<string>;
  readonly #all = Promise.withResolvers<void>();

  constructor(callIds: Iterable<string>) {
    this.#left = new Set(callIds);
  }

  get promise(): Promise<void> {
    return this.#all.promise;
  }

  /** Counts a call once, however often it is said of it. */
  judged(callId: string): void {
    this.#left.delete(callId);
    if (this.#left.size === 0) this.#all.resolve();
  }
}
