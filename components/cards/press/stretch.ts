/** From where to where something tall was on the screen, measured from its top. CSS pixels. */
export type Stretch = { from: number; to: number };

/** Less than a line: rounding in browsers hides nothing. */
const tolerated = 4;

/** Stretches in order, without overlap. */
export function withStretch(seen: readonly Stretch[], { from, to }: Stretch): Stretch[] {
  const touches = (other: Stretch) => other.from <= to + tolerated && other.to >= from - tolerated;
  const joined = seen.filter(touches);
  const one = {
    from: Math.min(from, ...joined.map((other) => other.from)),
    to: Math.max(to, ...joined.map((other) => other.to)),
  };
  return [...seen.filter((other) => !touches(other)), one].toSorted((a, b) => a.from - b.from);
}

/** How long something must stay on the screen to count: nobody reads a line in less. */
export const stayMs = 250;

/** What has been on the screen without a break since then, by the caller's clock. */
export type Stay = Stretch & { since: number };

/** The parts that are still there, now that these are on the screen, and the new ones. */
export function withStays(stays: readonly Stay[], now: readonly Stretch[], at: number): Stay[] {
  const kept = stays.flatMap(({ from, to, since }) =>
    now.map((shown) => ({ from: Math.max(from, shown.from), to: Math.min(to, shown.to), since })),
  );
  const all = [...kept, ...now.map((shown) => ({ ...shown, since: at }))].filter(({ from, to }) => from < to);
  const isWithin = (one: Stay, other: Stay) => other.from <= one.from && one.to <= other.to && other.since <= one.since;
  // Of two equal ones the first counts.
  return all.filter(
    (one, place) => !all.some((other, before) => isWithin(one, other) && (!isWithin(other, one) || before < place)),
  );
}

/** Whether every part of this height was on the screen. An empty height always was. */
export function coversAll(seen: readonly Stretch[], height: number): boolean {
  return height <= tolerated || seen.some(({ from, to }) => from <= tolerated && to >= height - tolerated);
}

/** Whether something stands beside its part, where vertical scrolling never shows it. */
export function sticksOut({ scrollWidth, clientWidth }: Pick<Element, "scrollWidth" | "clientWidth">): boolean {
  return scrollWidth > clientWidth + tolerated;
}
