import { expect, test } from "vitest";
import { asksByDay, dayOf } from "./attention.ts";

test("questions are counted by day and outcome, and days without any are there", () => {
  const counts = [
    { day: 20_000, status: "accepted", count: 2 },
    { day: 20_000, status: "declined", count: 1 },
    { day: 20_002, status: "expired", count: 1 },
    { day: 20_002, status: "cancelled", count: 1 },
    { day: 20_002, status: "pending", count: 4 },
    { day: 19_999, status: "accepted", count: 9 },
  ];
  const medians = [
    { day: 20_000, ms: 4_000 },
    { day: 20_003, ms: 1 },
  ];
  expect(asksByDay(counts, medians, { from: 20_000, to: 20_002 })).toEqual([
    { day: 20_000, accepted: 2, declined: 1, unanswered: 0, medianMs: 4_000 },
    { day: 20_001, accepted: 0, declined: 0, unanswered: 0, medianMs: null },
    { day: 20_002, accepted: 0, declined: 0, unanswered: 2, medianMs: null },
  ]);
  const day = 24 * 60 * 60 * 1000;
  expect([dayOf(20_000 * day), dayOf(20_001 * day - 1)]).toEqual([20_000, 20_000]);
});
