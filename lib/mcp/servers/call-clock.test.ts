import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallClock } from "./call-clock.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function clock(): { clock: CallClock; hasExpired: () => boolean } {
  let expired = false;
  const limits = { silenceMs: 100, totalMs: 250, roundPauseMs: 1, taskPollMs: 1_000, pageMs: 1 };
  return { clock: new CallClock(limits, () => (expired = true)), hasExpired: () => expired };
}

test("silence ends a call, and a sign of life puts that off", () => {
  const { clock: silent, hasExpired } = clock();
  vi.advanceTimersByTime(90);
  silent.heard();
  vi.advanceTimersByTime(90);
  expect(hasExpired()).toBe(false);
  vi.advanceTimersByTime(20);
  expect(hasExpired()).toBe(true);
});

test("signs of life cannot put off the end for ever", () => {
  const { clock: chatty, hasExpired } = clock();
  for (let step = 0; step < 4; step += 1) {
    vi.advanceTimersByTime(60);
    chatty.heard();
  }
  expect(hasExpired()).toBe(false);
  vi.advanceTimersByTime(20);
  expect(hasExpired()).toBe(true);
});

test("M8: while people are asked no time passes, however many and however long", async () => {
  const { clock: asking, hasExpired } = clock();
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  vi.advanceTimersByTime(90);
  const answers = [asking.whilePaused(() => first.promise), asking.whilePaused(() => second.promise)];
  vi.advanceTimersByTime(2 ** 31);
  first.resolve("yes");
  await answers[0];
  asking.heard();
  vi.advanceTimersByTime(2 ** 31);
  expect(hasExpired()).toBe(false);
  second.resolve("no");
  expect(await Promise.all(answers)).toEqual(["yes", "no"]);
  vi.advanceTimersByTime(99);
  expect(hasExpired()).toBe(false);
  vi.advanceTimersByTime(2);
  expect(hasExpired()).toBe(true);
});

test("a question that fails starts the time again; a call that is over never expires", async () => {
  const { clock: over, hasExpired } = clock();
  await expect(over.whilePaused(() => Promise.reject(new Error("nobody")))).rejects.toThrow("nobody");
  over.stop();
  await over.whilePaused(async () => {});
  over.heard();
  vi.advanceTimersByTime(1_000);
  expect(hasExpired()).toBe(false);
});
