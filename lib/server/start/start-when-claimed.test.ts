import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SignalBus } from "#e2e/support/signal-bus.ts";
import { signalsOn } from "#e2e/support/test-signals.ts";
import { logger } from "#lib/server/observe/log.ts";
import { startWhenClaimed } from "./start-when-claimed.ts";

const log = logger("silent", () => {});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const onBus = (bus: SignalBus) => ({ signals: signalsOn(bus), dialect: "sqlite" as const });

function instance() {
  const bus = new SignalBus();
  const other = signalsOn(bus);
  const state = { isClaimed: false, looks: 0, started: 0 };
  const isClaimed = async () => {
    state.looks += 1;
    return state.isClaimed;
  };
  const claim = startWhenClaimed({ isClaimed, start: () => (state.started += 1), database: onBus(bus), log });
  return { state, claim, other, bus };
}

test("tool servers start where the instance is claimed already, once", async () => {
  const { state, claim, other } = instance();
  state.isClaimed = true;
  await claim.look();
  other.send({ type: "claimed" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state).toMatchObject({ started: 1, looks: 1 });
});

test("they start when another process took the person in", async () => {
  const { state, claim, other } = instance();
  await claim.look();
  state.isClaimed = true;
  other.send({ type: "claimed" });
  await vi.advanceTimersByTimeAsync(0);
  expect(state.started).toBe(1);
});

test("a signal alone starts nothing: the rows say whether there is a person", async () => {
  const { state, claim, other } = instance();
  await claim.look();
  other.send({ type: "claimed" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state.started).toBe(0);
  claim.stop();
});

test("G9: they start though the signal was lost", async () => {
  const { state, claim, other, bus } = instance();
  await claim.look();
  bus.isCut = true;
  state.isClaimed = true;
  other.send({ type: "claimed" });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(state.started).toBe(1);
});

test("a store that is away for a while delays the start", async () => {
  let isAway = true;
  let started = 0;
  const isClaimed = async () => {
    if (isAway) throw new Error("away");
    return true;
  };
  const { look } = startWhenClaimed({
    isClaimed,
    start: () => (started += 1),
    database: onBus(new SignalBus()),
    log,
  });
  await look();
  expect(started).toBe(0);
  isAway = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(started).toBe(1);
});
