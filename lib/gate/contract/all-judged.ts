/** Knows when the calls of a step have been judged. No gated call starts before all of them are (S0.16). */
export class AllJudged {
  readonly #calls: ReadonlyMap<string, PromiseWithResolvers<void>>;
  /** Resolves when every call of the step was judged. */
  readonly promise: Promise<void>;

  constructor(calls: readonly { id: string }[]) {
    this.#calls = new Map(calls.map(({ id }) => [id, Promise.withResolvers<void>()]));
    this.promise = this.these(calls);
  }

  /** Resolves when these calls were. */
  async these(calls: readonly { id: string }[]): Promise<void> {
    await Promise.all(calls.flatMap(({ id }) => this.#calls.get(id)?.promise ?? []));
  }

  /** Counts a call once, however often it is reported. */
  judged(callId: string): void {
    this.#calls.get(callId)?.resolve();
  }
}
