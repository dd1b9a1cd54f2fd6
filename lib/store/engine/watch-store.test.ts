import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SignalBus } from "#e2e/support/signal-bus.ts";
import { signalsOn } from "#e2e/support/test-signals.ts";
import { watchStore } from "./watch-store.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const everyMs = 1_000;

function watched({ dialect = "postgres", evenAlone }: { dialect?: "sqlite" | "postgres"; evenAlone?: true } = {}) {
  const bus = new SignalBus();
  const seen: { reads: string[]; failures: unknown[]; problem: Error | null; slow: Promise<void> | null } = {
    reads: [],
    failures: [],
    problem: null,
    slow: null,
  };
  const { stop } = watchStore(
    { signals: signalsOn(bus), dialect },
    {
      on: ["policy", "chunks"],
      read: async (signal) => {
        seen.reads.push(signal === null ? "poll" : signal.type === "chunks" ? signal.runId : signal.type);
        await seen.slow;
        if (seen.problem) throw seen.problem;
      },
      everyMs,
      failed: (error) => seen.failures.push(error),
      ...(evenAlone ? { evenAlone } : {}),
    },
  );
  return { bus, seen, stop, other: signalsOn(bus) };
}

test("G9: a signal of another process makes it read, and signals about something else do not", async () => {
  const { seen, other } = watched();
  other.send({ type: "tools" });
  other.send({ type: "policy" });
  other.send({ type: "chunks", runId: "run" });
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.reads).toEqual(["policy", "run"]);
});

test("G9: what a lost signal was about, the poll reads", async () => {
  const { seen, other, bus } = watched();
  bus.isCut = true;
  other.send({ type: "policy" });
  await vi.advanceTimersByTimeAsync(everyMs - 1);
  expect(seen.reads).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.reads).toEqual(["poll"]);
});

test("G9: a read that fails is reported, and the next poll tries again", async () => {
  const { seen, other } = watched();
  seen.problem = new Error("The store is away.");
  other.send({ type: "policy" });
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(seen.failures).toEqual([seen.problem, seen.problem]);
  seen.problem = null;
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(seen).toMatchObject({ reads: ["policy", "poll", "poll"], failures: { length: 2 } });
});

test("once stopped it neither hears nor polls, and it waits for the reads under way", async () => {
  const { seen, other, stop } = watched();
  const slow = Promise.withResolvers<void>();
  seen.slow = slow.promise;
  other.send({ type: "policy" });
  await vi.advanceTimersByTimeAsync(0);
  let isStopped = false;
  const stopped = stop().then(() => (isStopped = true));
  other.send({ type: "policy" });
  await vi.advanceTimersByTimeAsync(10 * everyMs);
  expect({ isStopped, reads: seen.reads }).toEqual({ isStopped: false, reads: ["policy"] });
  slow.resolve();
  await stopped;
  expect(seen.reads).toEqual(["policy"]);
});

test("the only process on a store does not poll, unless its reads are to be tried again", async () => {
  const [alone, retrying] = [watched({ dialect: "sqlite" }), watched({ dialect: "sqlite", evenAlone: true })];
  await vi.advanceTimersByTimeAsync(everyMs);
  expect([alone.seen.reads, retrying.seen.reads]).toEqual([[], ["poll"]]);
});
