import { setTimeout as delay } from "node:timers/promises";
import { Flooded } from "#lib/mcp/transport/flood-guard.ts";
import { reconnectPause, type PauseLimits } from "./reconnect-pause.ts";

/** A connection that ended sooner counts as a failed attempt, so that a crashing program is not started in a loop. */
const stableMs = 10_000;
/** A server that stays calm for so long after a flood starts with short pauses again. */
const calmMs = 10 * 60_000;

/** How long a server rests before it is connected again. */
export class Reconnecting {
  readonly #limits: PauseLimits;
  readonly #random: () => number;
  #failures = 0;
  #floods = 0;
  /** After a flood, until its pause is over; not even a call cuts this pause short. */
  isBarred = false;

  constructor(limits: PauseLimits, random: () => number = Math.random) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Connecting failed, or the connection ended, for this reason. */
  failed(why: unknown): void {
    this.isBarred = why instanceof Flooded;
  }

  /** The pause after a connection that lasted so long, or after a failed attempt (null). */
  pauseMs(upMs: number | null): number {
    this.#failures = upMs !== null && upMs > stableMs ? 0 : this.#failures + 1;
    if (upMs !== null && upMs > calmMs) this.#floods = 0;
    if (this.isBarred) this.#floods += 1;
    const inARow = this.isBarred ? this.#floods : upMs === null ? this.#failures : this.#failures - 1;
    return reconnectPause(inARow, this.#limits, this.#random());
  }

  /** Waits before the next attempt. Aborts of `wanted` count unless the server flooded us, those of `closed` always. */
  async rest(upMs: number | null, { closed, wanted }: { closed: AbortSignal; wanted: AbortSignal }): Promise<void> {
    const signal = this.isBarred ? closed : wanted;
    await delay(this.pauseMs(upMs), undefined, { signal }).catch(() => {});
    this.isBarred = false;
  }
}
