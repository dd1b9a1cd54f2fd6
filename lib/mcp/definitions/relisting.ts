import { setTimeout as delay } from "node:timers/promises";

const firstPauseMs = 500;
const maxPauseMs = 30_000;

type Clock = { now: () => number; wait: (ms: number) => Promise<void> };
const usualClock: Clock = {
  now: () => performance.now(),
  wait: (ms) => delay(ms, undefined, { ref: false }),
};

/**
 * Reads a server's list again after announced changes: once for all changes announced meanwhile, and at growing
 * intervals while they continue.
 */
export class Relisting {
  readonly #read: () => Promise<"go on" | "over">;
  readonly #clock: Clock;
  #isStale = false;
  #hasBegun = false;
  #isFollowing = false;
  #pauseMs = 0;
  #pausedAt = Number.NEGATIVE_INFINITY;

  /** `read` never rejects. */
  constructor(read: () => Promise<"go on" | "over">, clock: Clock = usualClock) {
    this.#read = read;
    this.#clock = clock;
  }

  announced(): void {
    this.#isStale = true;
    if (this.#hasBegun) void this.#follow();
  }

  /** The list was read once; changes announced before that are read now. */
  begin(): void {
    this.#hasBegun = true;
    if (this.#isStale) void this.#follow();
  }

  async #follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    while (this.#isStale) {
      this.#isStale = false;
      if ((await this.#read()) === "over") break;
      const isCalm = this.#clock.now() - this.#pausedAt > this.#pauseMs * 2;
      this.#pauseMs = isCalm ? firstPauseMs : Math.min(this.#pauseMs * 2, maxPauseMs);
      await this.#clock.wait(this.#pauseMs);
      this.#pausedAt = this.#clock.now();
    }
    this.#isFollowing = false;
  }
}
