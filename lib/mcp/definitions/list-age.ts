export type ListAges = {
  /** How old the list of a server that tells of changes may be when a call starts, ms. */
  heardListMs: number;
  /** The same of a server that tells of none, or cannot be heard, ms. */
  unheardListMs: number;
};

/** A moment in a server's life: how many changes it had announced, and our clock. */
export type Moment = { announced: number; at: number };

/**
 * Whether a server's tool list, as it was read last, still counts when a call starts (E1, E14). An announced change
 * ends it at once. Without one it holds for a while only: a minute where we hear of changes, for an announcement may be
 * lost; five seconds where we do not (web servers of the older era without a stream, servers that announce nothing).
 * `ttlMs` of the newer era shortens that and never lengthens it. A `ttlMs` of 0 is what SDKs say when nobody chose one:
 * it makes each call read the list, except where changes are heard of.
 */
export class ListAge {
  readonly #ages: ListAges;
  #announced = 0;
  #read: Moment & { ttlMs: number | null } = { announced: 0, at: Number.NEGATIVE_INFINITY, ttlMs: null };

  constructor(ages: ListAges) {
    this.#ages = ages;
  }

  announce(): void {
    this.#announced += 1;
  }

  get now(): Moment {
    return { announced: this.#announced, at: performance.now() };
  }

  /** The list was read; what was asked for at `moment` says nothing of later. */
  read(moment: Moment, ttlMs: number | null): void {
    this.#read = { ...moment, ttlMs };
  }

  /** Whether a change was announced that was not read yet. */
  get isStale(): boolean {
    return this.#read.announced < this.#announced;
  }

  /** Since when the list must have been asked for to count for a call that starts now. */
  wanted(heardSince: number | null): Moment {
    const { announced, at } = this.now;
    const isHeard = heardSince !== null && heardSince <= this.#read.at;
    const { ttlMs } = this.#read;
    const ageMs = isHeard ? this.#ages.heardListMs : this.#ages.unheardListMs;
    const counts = ttlMs !== null && !(isHeard && ttlMs === 0);
    return { announced, at: at - (counts ? Math.min(ttlMs, ageMs) : ageMs) };
  }

  isSince({ announced, at }: Moment): boolean {
    return this.#read.announced >= announced && this.#read.at >= at;
  }
}
