import { expect, test } from "vitest";
import type { DayOfAsks } from "#lib/audit/attention.ts";
import { sinceFirst } from "./audit-screen.tsx";

const day = (number: number, accepted: number): DayOfAsks => ({
  day: number,
  accepted,
  declined: 0,
  unanswered: 0,
  medianMs: null,
});

test("N28: days are drawn from the first with a question, also those without one after it", () => {
  const days = [day(1, 0), day(2, 0), day(3, 2), day(4, 0), day(5, 1)];
  expect(sinceFirst(days).map(({ day: number }) => number)).toEqual([3, 4, 5]);
  expect(sinceFirst(days.slice(0, 2))).toEqual([]);
});
