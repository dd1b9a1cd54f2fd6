import { expect, test } from "vitest";
import { KeptLines } from "./kept-lines.ts";

test("the first twenty lines and the last twenty are kept, however many there are", () => {
  const lines = new KeptLines();
  const add = (from: number, to: number) => {
    for (let at = from; at <= to; at += 1) lines.add(String(at));
  };
  expect(lines.all()).toEqual([]);
  add(1, 25);
  expect(lines.all()).toEqual(Array.from({ length: 25 }, (_, at) => String(at + 1)));
  add(26, 40);
  expect(lines.all()).toHaveLength(40);
  add(41, 10_000);
  lines.skip(5);
  const all = lines.all();
  expect(all).toHaveLength(41);
  expect([all[19], all[20], all[21], all[40]]).toEqual(["20", "(9965 more lines)", "9981", "10000"]);
});
