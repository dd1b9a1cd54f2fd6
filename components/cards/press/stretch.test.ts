import fc from "fast-check";
import { expect, test } from "vitest";
import { coversAll, type Stay, sticksOut, type Stretch, withStays, withStretch } from "./stretch.ts";

const after = (...stretches: Stretch[]) => stretches.reduce<Stretch[]>(withStretch, []);

test("C1: the end alone, or all but the middle, is not the whole", () => {
  expect(coversAll([], 100)).toBe(false);
  expect(coversAll(after({ from: 0, to: 60 }), 100)).toBe(false);
  expect(coversAll(after({ from: 60, to: 100 }), 100)).toBe(false);
  expect(coversAll(after({ from: 0, to: 40 }, { from: 60, to: 100 }), 100)).toBe(false);
  expect(coversAll(after({ from: 0, to: 40 }, { from: 60, to: 100 }, { from: 35, to: 70 }), 100)).toBe(true);
});

test("C1: parts count as seen exactly when they were seen, in any order", () => {
  const stretch = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })).map(([a, b]) => ({
    from: Math.min(a, b) * 20,
    to: Math.max(a, b) * 20,
  }));
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 20 }), (stretches) => {
      const lines = Array.from({ length: 40 }, (_, line) => line * 20 + 10);
      const seen = lines.every((line) => stretches.some(({ from, to }) => from <= line && line <= to));
      expect(coversAll(after(...stretches), 800)).toBe(seen);
    }),
  );
});

test("C1: a part counts only if it stayed on the screen without a break", () => {
  const first = withStays([], [{ from: 0, to: 100 }], 1_000);
  expect(first).toEqual([{ from: 0, to: 100, since: 1_000 }]);
  const scrolled = withStays(first, [{ from: 60, to: 160 }], 1_100);
  expect(scrolled).toEqual([
    { from: 60, to: 100, since: 1_000 },
    { from: 60, to: 160, since: 1_100 },
  ]);
  // A part that comes back begins anew.
  const back = withStays(withStays(scrolled, [], 1_200), [{ from: 0, to: 100 }], 1_201);
  expect(back).toEqual([{ from: 0, to: 100, since: 1_201 }]);
});

test("C1: a part that counts as having stayed was there at every look since, however it moves", () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })).map(([a, b]) => ({
    from: Math.min(a, b),
    to: Math.max(a, b) + 1,
  }));
  fc.assert(
    fc.property(fc.array(fc.array(span, { maxLength: 2 }), { minLength: 1, maxLength: 12 }), (looks) => {
      const stays = looks.reduce<Stay[]>((before, shown, at) => withStays(before, shown, at), []);
      const there = (place: number, at: number) => looks[at]!.some(({ from, to }) => from <= place && place < to);
      for (let place = 0; place < 10; place += 1) {
        const absent = looks.findLastIndex((_, at) => !there(place, at));
        const own = stays.filter(({ from, to }) => from <= place && place < to).map(({ since }) => since);
        expect(Math.min(...own)).toBe(absent === looks.length - 1 ? Number.POSITIVE_INFINITY : absent + 1);
      }
    }),
  );
});

test("C1: an empty part need not be seen", () => {
  expect(coversAll([], 0)).toBe(true);
  expect(coversAll([], 20)).toBe(false);
});

test("C1: content that sticks out sideways was not on the screen, however far the page is scrolled", () => {
  expect(sticksOut({ scrollWidth: 572, clientWidth: 321 })).toBe(true);
  expect(sticksOut({ scrollWidth: 322, clientWidth: 321 })).toBe(false);
});
