/** From where to where something tall was on the screen, measured from its top. CSS pixels. */
export type Stretch = { from: number; to: number };

/** Less than a line: what browsers round away hides nothing. */
const tolerated = 4;

/** In order and apart from one another. */
export function withStretch(seen: readonly Stretch[], { from, to }: Stretch): Stretch[] {
  const touches = (other: Stretch) => other.from <= to + tolerated && other.to >= from - tolerated;
  const joined = seen.filter(touches);
  const one = {
    from: Math.min(from, ...joined.map((other) => other.from)),
    to: Math.max(to, ...joined.map((other) => other.to)),
  };
  return [...seen.filter((other) => !touches(other)), one].toSorted((a, b) => a.from - b.from);
}

/** How long something must have stayed on the screen to count: in less nobody reads a line of it. */
export const stayMs = 250;

/** What is on the screen without a break since then, by the clock of whoever looks. */
export type Stay = Stretch & { since: number };

/** What of it is still there, now that these are on the screen, and what has come. */
export function withStays(stays: readonly Stay[], now: readonly Stretch[], at: number): Stay[] {
  const kept = stays.flatMap(({ from, to, since }) =>
    now.map((shown) => ({ from: Math.max(from, shown.from), to: Math.min(to, shown.to), since })),
  );
  const all = [...kept, ...now.map((shown) => ({ ...shown, since: at }))].filter(({ from, to }) => from < to);
  const isWithin = (one: Stay, other: Stay) => other.from <= one.from && one.to <= other.to && other.since <= one.since;
  // Of two that say the same the first says it.
  return all.filter(
    (one, place) => !all.some((other, before) => isWithin(one, other) && (!isWithin(other, one) || before < place)),
  );
}

/** Whether nothing of this height is left that was never on the screen. Of what is empty nothing is. */
export function coversAll(seen: readonly Stretch[], height: number): boolean {
  return height <= tolerated || seen.some(({ from, to }) => from <= tolerated && to >= height - tolerated);
}

/** Whether something stands beside its part, where scrolling up and down never shows it. */
export function sticksOut({ scrollWidth, clientWidth }: Pick<Element, "scrollWidth" | "clientWidth">): boolean {
  return scrollWidth > clientWidth + tolerated;
}
