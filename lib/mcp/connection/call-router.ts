import { currentCall, type InFlightCall } from "#lib/mcp/transport/in-flight-call.ts";

/**
 * Says which call on a connection an old-era question belongs to; nothing on the wire does (MCP revisions up to
 * 2025-11-25). Certain or refused, never guessed: a person must not answer for another call.
 */
export class CallRouter {
  readonly #inFlight = new Set<InFlightCall>();
  #asksOffStream = false;
  #hasAbandoned = false;
  #idle = Promise.withResolvers<void>();

  /** True when questions can only be matched while one call at a time is in flight. */
  get needsOneAtATime(): boolean {
    return this.#asksOffStream;
  }

  /**
   * True when a call that we gave up on may still ask: its question would look like the next call's, so the
   * connection must be replaced before that.
   */
  get mustBeReplaced(): boolean {
    return this.#asksOffStream && this.#hasAbandoned;
  }

  /** On the pipe of an older program every question arrives outside of its call's context. */
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

  /** `answered` is false when we gave up while the server was still at work. */
  end(call: InFlightCall, answered: boolean): void {
    this.#inFlight.delete(call);
    this.#hasAbandoned ||= !answered;
    if (!this.isIdle) return;
    this.#idle.resolve();
    this.#idle = Promise.withResolvers();
  }

  /** No call on this connection will be answered. */
  endAll(why: string): void {
    for (const call of this.#inFlight) call.streamEnded(why);
  }

  /** The call that is asking right now; to be called in the context in which the question arrived. */
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
