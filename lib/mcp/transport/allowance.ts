/** How much may come at once, and how much a second after that. */
export type Limit = { burst: number; perSecond: number };

/** What may still be taken of something that fills up again over time. */
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

  /** Takes so much, even when that is more than there is; 0, or after how many ms nothing is owed any more. */
  take(amount: number): number {
    const { burst, perSecond } = this.#limit;
    const now = this.#now();
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1_000) * perSecond) - amount;
    this.#at = now;
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left / perSecond) * 1_000);
  }
}
