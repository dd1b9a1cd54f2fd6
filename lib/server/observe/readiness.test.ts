import { expect, onTestFinished, test } from "vitest";
import { mortalDatabase } from "#e2e/support/mortal-database.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { logger } from "./log.ts";
import { readinessCheck } from "./readiness.ts";

function checkOf(database: Database, { isDispatching = (): boolean => true, freshMs = 1_000 } = {}) {
  const logged: string[] = [];
  const log = logger("warn", (line) => logged.push(line));
  const check = readinessCheck({ database, log, isDispatching, storeWithinMs: 60_000, freshMs });
  onTestFinished(() => check.close());
  return { ...check, logged };
}

const number = expect.any(Number);

test("G13: a process is ready from when it has started until it is about to stop", async () => {
  const check = checkOf(await openTestDatabase());
  expect(await check.look()).toMatchObject({ status: "not-ready", process: { status: "starting" } });
  check.started();
  expect(await check.look()).toEqual({
    status: "ready",
    store: { status: "ok", roundTripMs: number },
    dispatch: { status: "ok", oldestWaitMs: 0 },
    signals: { status: "ok" },
    process: { status: "ok", eventLoopDelayMs: number },
  });
  check.stopping();
  expect(await check.look()).toMatchObject({ status: "not-ready", process: { status: "stopping" } });
  check.started();
  expect(await check.look()).toMatchObject({ status: "not-ready", process: { status: "stopping" } });
});

test("G61: a process whose disk failed is not ready, though its store can be read", async () => {
  let canKeep = true;
  const check = checkOf({ ...(await openTestDatabase()), canKeep: () => canKeep }, { freshMs: 0 });
  check.started();
  expect(await check.look()).toMatchObject({ status: "ready" });
  canKeep = false;
  expect(await check.look()).toMatchObject({ status: "not-ready", store: { status: "down" } });
});

test.each(["dispatch", "signals"] as const)(
  "G13: a process whose %s is down is not ready, and the log says once that and once when it is up again",
  async (part) => {
    const up = { dispatch: true, signals: true };
    const store = await openTestDatabase();
    const database = { ...store, signals: { ...store.signals, isListening: () => up.signals } };
    const check = checkOf(database, { isDispatching: () => up.dispatch, freshMs: 0 });
    up[part] = false;
    check.started();
    expect(await check.look()).toMatchObject({ status: "not-ready", process: { status: "starting" } });
    expect(check.logged).toEqual([]);
    up[part] = true;
    expect(await check.look()).toMatchObject({ status: "ready", process: { status: "ok" } });
    up[part] = false;
    for (const _ of "again") {
      const seen = await check.look();
      expect(seen).toMatchObject({ status: "not-ready", [part]: { status: "down" }, process: { status: "ok" } });
    }
    up[part] = true;
    await check.look();
    expect(check.logged).toEqual([
      expect.stringContaining('"event":"readiness.not-ready"'),
      expect.stringContaining('"event":"readiness.ready"'),
    ]);
  },
);

test("G13: without its store a process is not ready, and says nothing of why", async () => {
  const { database, kill } = mortalDatabase(await openTestDatabase());
  const check = checkOf(database, { freshMs: 0 });
  check.started();
  expect(await check.look()).toMatchObject({ status: "ready" });
  kill();
  expect(await check.look()).toEqual({
    status: "not-ready",
    store: { status: "down", roundTripMs: null },
    dispatch: { status: "ok", oldestWaitMs: null },
    signals: { status: "ok" },
    process: { status: "ok", eventLoopDelayMs: number },
  });
});

test("G13: the store is asked once, however often readiness is", async () => {
  const database = await openTestDatabase();
  let asked = 0;
  const counted = new Proxy(database, {
    get: (target, name: keyof Database) => {
      if (name === "db") asked += 1;
      return target[name];
    },
  });
  const check = checkOf(counted);
  check.started();
  const seen = await Promise.all(Array.from({ length: 500 }, () => check.look()));
  expect(new Set(seen).size).toBe(1);
  expect(asked).toBe(1);
});
