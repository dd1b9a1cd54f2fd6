import { Flooded } from "#lib/mcp/transport/flood-guard.ts";
import { reconnectPause, type PauseLimits } from "./reconnect-pause.ts";

/** A connection that ended sooner counts as a failed attempt, so that a crashing program is not started in a loop. */
const stableMs = 10_000;
/** A server that flooded us and then behaved for as long as this starts anew. */
const calmMs = 10 * 60_000;

/** How long a server rests before it is connected again. */
export class Reconnecting {
  readonly #limits: PauseLimits;
  readonly #random: () => number;
  #failures = 0;
  #floods = 0;
  /** Until its pause is over, for it flooded us; then not even a call cuts the pause short. */
  isBarred = false;

  constructor(limits: PauseLimits, random: () => number = Math.random) {
    this.#limits = limits;
    this.#random = random;
  }

  /** It could not be connected, or its connection ended for this reason. */
  failed(why: unknown): void {
    this.isBarred = why instanceof Flooded;
  }

  /** The pause after a connection that was up for so long, or after an attempt that failed (null). */
  pauseMs(upMs: number | null): number {
    this.#failures = upMs !== null && upMs > stableMs ? 0 : this.#failures + 1;
    if (upMs !== null && upMs > calmMs) this.#floods = 0;
    if (this.isBarred) this.#floods += 1;
    const inARow = this.isBarred ? this.#floods : upMs === null ? this.#failures : this.#failures - 1;
    return reconnectPause(inARow, this.#limits, this.#random());
  }
}
