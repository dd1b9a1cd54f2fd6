import { expect, test } from "vitest";
import type { AuditEntry } from "#lib/audit/entry.ts";
import { answerIn, trailRows } from "./trail-rows.ts";

// Only what the rows look at.
const entry = (seq: number, kind: string, call: string | null) => ({ seq, kind, call }) as AuditEntry;
const latestFirst = [
  entry(7, "call-finished", "a"),
  entry(6, "call-finished", "b"),
  entry(5, "session-made", null),
  entry(4, "approval-decided", "a"),
  entry(3, "session-made", null),
  entry(2, "approval-opened", "a"),
  entry(1, "verdict-given", "b"),
];

test("N27: all that happened to a call is one row, where the latest of it stands", () => {
  const rows = trailRows(latestFirst);
  expect(rows.map((row) => row.map(({ seq }) => seq))).toEqual([[7, 4, 2], [6, 1], [5], [3]]);
  expect(rows.map((row) => answerIn(row)?.seq ?? null)).toEqual([4, null, null, null]);
  expect(trailRows([])).toEqual([]);
});

test("N27: an answer that nothing followed stands in the row itself", () => {
  expect(answerIn([entry(2, "approval-decided", "a"), entry(1, "approval-opened", "a")])).toBeNull();
});
