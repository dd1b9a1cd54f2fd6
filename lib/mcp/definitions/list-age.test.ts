import { expect, test } from "vitest";
import { ListAge } from "./list-age.ts";

const heardListMs = 60_000;
const unheardListMs = 5_000;
const everHeard = 0;

/** Whether a list that was read so long ago counts for a call that starts now. */
function counts(agoMs: number, { ttlMs = null as number | null, heardSince = null as number | null }): boolean {
  const age = new ListAge({ heardListMs, unheardListMs });
  const { announced, at } = age.now;
  age.read({ announced, at: at - agoMs }, ttlMs);
  return age.isSince(age.wanted(heardSince));
}

test("E14: a list counts for a minute where announcements are heard, and for five seconds where they are not", () => {
  // A clock that starts with the process may not have reached a minute yet.
  const heardSince = Number.NEGATIVE_INFINITY;
  expect(counts(50_000, { heardSince })).toBe(true);
  expect(counts(61_000, { heardSince })).toBe(false);
  expect(counts(2_000, {})).toBe(true);
  expect(counts(5_001, {})).toBe(false);
});

test("E14: a list that was read before anybody listened counts as one that nobody listens for", () => {
  expect(counts(10_000, { heardSince: performance.now() })).toBe(false);
});

test("E14: ttlMs shortens what a list counts for, and never lengthens it", () => {
  const heardSince = Number.NEGATIVE_INFINITY;
  expect(counts(2_000, { ttlMs: 1_000 })).toBe(false);
  expect(counts(2_000, { ttlMs: 1_000, heardSince })).toBe(false);
  expect(counts(5_001, { ttlMs: 3_600_000 })).toBe(false);
  expect(counts(61_000, { ttlMs: 3_600_000, heardSince })).toBe(false);
});

test("E14: with a ttlMs of 0 each call reads the list, except where announcements are heard", () => {
  expect(counts(1, { ttlMs: 0 })).toBe(false);
  expect(counts(2_000, { ttlMs: 0, heardSince: Number.NEGATIVE_INFINITY })).toBe(true);
});

test("E14: an announced change ends a list at once, also one that came while the list was being read", () => {
  const age = new ListAge({ heardListMs, unheardListMs });
  age.read(age.now, null);
  expect(age.isStale).toBe(false);
  const { now } = age;
  age.announce();
  const wanted = age.wanted(everHeard);
  age.read(now, null);
  expect(age.isStale).toBe(true);
  expect(age.isSince(wanted)).toBe(false);
  age.read(age.now, null);
  expect(age.isSince(wanted)).toBe(true);
});
