import { currentCall, type InFlightCall } from "#lib/mcp/transport/in-flight-call.ts";
import type { Manners } from "./manners.ts";

/**
 * Matches a question of the older protocol (MCP up to 2025-11-25) with the call it belongs to, which no message names.
 * It is certain or refuses, and never guesses: a person must not answer for another call.
 */
export class CallRouter {
  readonly #manners: Manners;
  readonly #inFlight = new Set<InFlightCall>();
  /** Calls that we gave up, and that may go on: what they ask would look like the next call's. */
  readonly #abandoned = new Set<InFlightCall>();
  #idle = Promise.withResolvers<void>();

  constructor(manners: Manners) {
    this.#manners = manners;
  }

  /** Whether a question of the next call would belong to nobody for certain. */
  get isDoubtful(): boolean {
    return this.#abandoned.size > 0;
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
    if (!answered) this.#abandoned.add(call);
    if (!this.isIdle) return;
    this.#idle.resolve();
    this.#idle = Promise.withResolvers();
  }

  /** The server answered this request: a call that we gave up is over there too. */
  answered(requestId: string | number): void {
    for (const call of this.#abandoned) if (call.requestId === requestId) this.#abandoned.delete(call);
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
    const [only, second] = this.#inFlight;
    if (only === undefined) {
      this.#manners.heardAsk("");
      return { problem: "There is no call in flight that this question could belong to." };
    }
    for (const { tool } of this.#inFlight) this.#manners.heardAsk(tool);
    if (second !== undefined) return { problem: `Several calls are in flight, ${nothingSays}` };
    return this.isDoubtful ? { problem: `A call that was given up may still go on, ${nothingSays}` } : only;
  }
}

const nothingSays = "and nothing says which of them this question belongs to, so nobody was asked.";
