import { expect, test } from "vitest";
import { idLists } from "./id-lists.ts";

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);

test("lists hold every id and nothing else, and come in few lengths", () => {
  expect(idLists([])).toEqual([]);
  for (const count of [1, 2, 3, 5, 1_000, 8_192, 8_193, 20_000]) {
    const lists = idLists(ids(count));
    expect([...new Set(lists.flat())]).toEqual(ids(count));
    for (const { length } of lists) expect(Math.log2(length) % 1, `a list of ${length}`).toBe(0);
  }
});
