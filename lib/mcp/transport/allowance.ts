/** How much is allowed at once, and how much a second after that. */
export type Limit = { burst: number; perSecond: number };

/** A token bucket: an allowance that refills over time. */
export class Allowance {
  readonly #limit: Limit;
  readonly #now: () => number;
  #left: number;
  #at: number;

  constructor(limit: Limit, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
    this.#left = limit.burst;
    this.#at = now();
  }

  /** Takes this amount, even beyond what is left, or gives it back (< 0); returns 0, or after how many ms the debt is paid. */
  take(amount: number): number {
    const { burst, perSecond } = this.#limit;
    const now = this.#now();
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1_000) * perSecond) - amount;
    this.#at = now;
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left / perSecond) * 1_000);
  }
}
