import { expect, test } from "vitest";
import { definitionPieces, comparisonBudget } from "./definition-pieces.ts";

const said = (description: string) =>
  JSON.stringify({ name: "list", title: null, description, inputSchema: {}, outputSchema: null, annotations: null });

/** Words of one letter without an order, so that much of them has to be compared. */
function babble(seed: number): string {
  let state = seed;
  return Array.from({ length: 4_700 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return String.fromCharCode(97 + (state % 26));
  }).join(" ");
}

test("M121: the comparisons of one page end together, however many tools a server changed", () => {
  const budget = comparisonBudget();
  const small = () => definitionPieces(said("Lists orders."), said("Lists all orders."), budget);
  expect(small().filter(({ kind }) => kind !== "same")).toEqual([{ kind: "added", text: "all " }]);
  const kinds = Array.from({ length: 40 }, (_, at) =>
    definitionPieces(said(babble(at)), said(babble(at + 100)), budget).map(({ kind }) => kind),
  );
  // One alone would take longer than the page waits for all.
  expect(kinds.at(-1)).toEqual(["removed", "added"]);
  expect(small().map(({ kind }) => kind)).toEqual(["removed", "added"]);
});
