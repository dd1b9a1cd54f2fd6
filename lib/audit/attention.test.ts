import { expect, test } from "vitest";
import { asksByDay, attentionByTool, dayOf, type AskedCall } from "./attention.ts";

const day = 24 * 60 * 60 * 1000;
const asked = (more: Partial<AskedCall> = {}): AskedCall => {
  return {
    tool: "wipe",
    status: "accepted",
    edited: false,
    requestedAt: 20_000 * day,
    decidedAt: 20_000 * day + 5_000,
    ...more,
  };
};

test("questions are counted by day and outcome, and days without any are there", () => {
  const calls = [
    asked(),
    asked({ status: "declined", requestedAt: 20_001 * day - 1 }),
    asked({ status: "expired", requestedAt: 20_002 * day, decidedAt: null }),
    asked({ status: "cancelled", requestedAt: 20_002 * day }),
    asked({ status: "pending", requestedAt: 20_002 * day, decidedAt: null }),
    asked({ requestedAt: 19_999 * day }),
  ];
  expect(asksByDay(calls, { from: 20_000, to: 20_002 })).toEqual([
    { day: 20_000, accepted: 1, declined: 1, unanswered: 0 },
    { day: 20_001, accepted: 0, declined: 0, unanswered: 0 },
    { day: 20_002, accepted: 0, declined: 0, unanswered: 2 },
  ]);
  expect(dayOf(20_000 * day + day - 1)).toBe(20_000);
});

test("a tool's answers are counted with the median of their time; what nobody answered takes none", () => {
  const calls = [
    asked({ decidedAt: 20_000 * day + 1_000 }),
    asked({ decidedAt: 20_000 * day + 9_000, edited: true }),
    asked({ decidedAt: 20_000 * day + 2_000, status: "declined" }),
    asked({ decidedAt: 20_000 * day + 99_000, status: "expired" }),
    asked({ tool: "pay", status: "pending", decidedAt: null }),
  ];
  expect(attentionByTool(calls)).toEqual([
    { tool: "wipe", asks: 4, accepted: 2, declined: 1, edited: 1, medianMs: 2_000 },
    { tool: "pay", asks: 1, accepted: 0, declined: 0, edited: 0, medianMs: null },
  ]);
});
