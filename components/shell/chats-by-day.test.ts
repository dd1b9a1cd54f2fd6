import { expect, test } from "vitest";
import type { ChatSummary } from "#lib/chat/chat-summary.ts";
import { chatsByDay } from "./chats-by-day.ts";

const chat = (title: string, at: string): ChatSummary => ({
  id: title,
  title,
  updatedAt: Date.parse(at),
  waiting: 0,
  running: false,
});
const filed = (offsetHours: number, ...chats: ChatSummary[]) =>
  chatsByDay(chats, { now: Date.parse("2026-03-10T12:00Z"), offsetMs: () => offsetHours * 3_600_000 }).map(
    ({ label, chats: ofThese }) => `${label}: ${ofThese.map(({ title }) => title).join(" ")}`,
  );

test("N23: chats stand under the day on which they changed last", () => {
  const days = ["10T13:00", "10T00:00", "09T23:59", "08T12:00", "03T00:00", "02T23:59"];
  const chats = days.map((day) => chat(day, `2026-03-${day}Z`));
  expect(filed(0, ...chats, chat("old", "2026-02-01T00:00Z"))).toEqual([
    "today: 10T13:00 10T00:00",
    "yesterday: 09T23:59",
    "previous7Days: 08T12:00 03T00:00",
    "previous30Days: 02T23:59",
    "older: old",
  ]);
});

test("N23: the day is the reader's", () => {
  const late = chat("late", "2026-03-09T23:30Z");
  expect(filed(0, late)).toEqual(["yesterday: late"]);
  expect(filed(1, late)).toEqual(["today: late"]);
  expect(filed(0)).toEqual([]);
});
