import { currentCall, type InFlightCall } from "#lib/mcp/transport/in-flight-call.ts";

/**
 * Matches a question of the older protocol (MCP up to 2025-11-25) with the call it belongs to, which no message names.
 * It is certain or refuses, and never guesses: a person must not answer for another call.
 */
export class CallRouter {
  readonly #inFlight = new Set<InFlightCall>();
  #asksOffStream = false;
  #hasAbandoned = false;
  #idle = Promise.withResolvers<void>();

  /** Whether questions can be matched only while a single call is in flight. */
  get needsOneAtATime(): boolean {
    return this.#asksOffStream;
  }

  /**
   * Whether a call that we gave up may still ask: its question would look like the next call's, so the connection must
   * be replaced first.
   */
  get mustBeReplaced(): boolean {
    return this.#asksOffStream && this.#hasAbandoned;
  }

  /** With an older program on stdio, questions arrive outside of their call's context. */
  expectOffStream(): void {
    this.#asksOffStream = true;
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0;
  }

  /** Resolves when no call is in flight. */
  whenIdle(): Promise<void> {
    return this.isIdle ? Promise.resolve() : this.#idle.promise;
  }

  begin(call: InFlightCall): void {
    this.#inFlight.add(call);
  }

  /** `answered`: false when we gave up while the server was still working. */
  end(call: InFlightCall, answered: boolean): void {
    this.#inFlight.delete(call);
    this.#hasAbandoned ||= !answered;
    if (!this.isIdle) return;
    this.#idle.resolve();
    this.#idle = Promise.withResolvers();
  }

  /** Ends every call: this connection will answer none of them. */
  endAll(why: string): void {
    for (const call of this.#inFlight) call.streamEnded(why);
  }

  /** The call that is asking now. Call it in the async context in which the question arrived. */
  find(): InFlightCall | { problem: string } {
    const current = currentCall.getStore();
    if (current !== undefined)
      return this.#inFlight.has(current) ? current : { problem: "The call that this question belongs to is over." };
    this.#asksOffStream = true;
    const [only, second] = this.#inFlight;
    if (only === undefined) return { problem: "There is no call in flight that this question could belong to." };
    if (second !== undefined || this.#hasAbandoned)
      return {
        problem: "Several calls are in flight and nothing says which of them this question belongs to. Call again.",
      };
    return only;
  }
}
