import { expect, test } from "vitest";
import { KeptLines } from "./kept-lines.ts";

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

test("E21: all lines are kept, and the first twenty and the last twenty are shown at first", () => {
  const lines = new KeptLines();
  const add = (from: number, to: number) => numbers(from, to).forEach((line) => lines.add(line));
  expect([lines.ends, lines.whole]).toEqual([1, 2].map(() => ({ first: [], between: 0, last: [] })));
  add(1, 40);
  expect(lines.ends).toEqual({ first: numbers(1, 20), between: 0, last: numbers(21, 40) });
  add(41, 10_000);
  expect(lines.ends).toEqual({ first: numbers(1, 20), between: 9_960, last: numbers(9_981, 10_000) });
  expect(lines.whole).toEqual({ first: numbers(1, 20), between: 0, last: numbers(21, 10_000) });
  expect(lines.recent).toEqual(numbers(9_981, 10_000));
});

test.each([1, 2_000])(
  "E21: of lines without end, each of %i characters, the first and as many of the last as there is room for are kept",
  (length) => {
    const lines = new KeptLines();
    const count = 100_000;
    for (let at = 1; at <= count; at += 1) lines.add(String(at % 10).repeat(length));
    const { first, between, last } = lines.whole;
    expect(first).toHaveLength(20);
    expect(first.length + between + last.length).toBe(count);
    const room = last.reduce((sum, line) => sum + line.length + 32, 0);
    expect(room).toBeLessThanOrEqual(512 * 1024);
    expect(room).toBeGreaterThan(256 * 1024);
    expect(last.at(-1)).toBe("0".repeat(length));
  },
);
