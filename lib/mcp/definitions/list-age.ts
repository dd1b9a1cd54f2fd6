export type ListAges = {
  /** Maximum age of the list when a call starts, for a server whose announcements arrive, ms. */
  heardListMs: number;
  /** The same for a server that announces nothing, or whose announcements cannot arrive, ms. */
  unheardListMs: number;
};

/** A moment: the number of changes announced so far, and our clock. */
export type Moment = { announced: number; at: number };

/**
 * Whether a server's last tool list is fresh enough for a call that starts (E1: changed definitions, E14). An announced
 * change makes it stale at once. Without one it stays fresh for a minute if announcements arrive, because one may be
 * lost, and for five seconds if they do not (web servers of the older protocol without a stream, servers that announce
 * nothing). `ttlMs` of the newer protocol shortens that and never lengthens it. A `ttlMs` of 0 is the default of SDKs:
 * each call then reads the list, unless announcements arrive.
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

  /** The list was read: it is as of `moment`, when it was requested. */
  read(moment: Moment, ttlMs: number | null): void {
    this.#read = { ...moment, ttlMs };
  }

  /** Whether an announced change is unread. */
  get isStale(): boolean {
    return this.#read.announced < this.#announced;
  }

  /** The earliest moment of a list that is fresh enough for a call that starts now. */
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
