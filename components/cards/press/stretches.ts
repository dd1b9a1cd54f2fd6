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

/** Whether nothing of this height is left that was never on the screen. Of what is empty nothing is. */
export function coversAll(seen: readonly Stretch[], height: number): boolean {
  return height <= tolerated || seen.some(({ from, to }) => from <= tolerated && to >= height - tolerated);
}

/** Whether something stands beside its part, where scrolling up and down never shows it. */
export function sticksOut({ scrollWidth, clientWidth }: Pick<Element, "scrollWidth" | "clientWidth">): boolean {
  return scrollWidth > clientWidth + tolerated;
}
