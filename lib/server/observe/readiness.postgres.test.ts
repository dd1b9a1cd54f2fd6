import { expect, onTestFinished, test } from "vitest";
import { until } from "#e2e/support/gate-world.ts";
import { startPostgres } from "#e2e/support/postgres-server.ts";
import { onBehalfOf } from "#lib/store/engine/fair-turns.ts";
import { logger } from "./log.ts";
import { openStore } from "#lib/server/start/open-store.ts";
import { readinessCheck, type Readiness } from "./readiness.ts";

async function check(server: Awaited<ReturnType<typeof startPostgres>>) {
  const log = logger("silent", () => {});
  const database = await openStore({ dataDir: "/nowhere", databaseUrl: server.url }, log);
  if ("problem" in database) throw new Error(database.problem);
  onTestFinished(() => database.close());
  const readiness = readinessCheck({ database, log, isDispatching: () => true });
  onTestFinished(() => readiness.close());
  readiness.started();
  const see = async (so: (seen: Readiness) => boolean, what: string) => {
    let seen = await readiness.look();
    await until(async () => so((seen = await readiness.look())), what);
    return seen;
  };
  return { see, database };
}

test("G13: readiness follows a PostgreSQL that goes away and comes back, each time without an error", async () => {
  const server = await startPostgres({ flags: ["-c", "fsync=off"] });
  onTestFinished(() => server.close());
  const { see } = await check(server);
  await see(({ status }) => status === "ready", "the app to be ready");
  await server.stop();
  const gone = await see(({ store }) => store.status === "down", "the store to be missed");
  expect(gone).toMatchObject({ status: "not-ready", store: { roundTripMs: null }, dispatch: { oldestWaitMs: null } });
  await see(({ signals }) => signals.status === "down", "the signals to be missed");
  await server.restart();
  await see(({ status }) => status === "ready", "the app to be ready again");
});

test("G13, G23: strangers who wait for the store do not make it look away to the proxy that asks as one of them", async () => {
  const server = await startPostgres({ flags: ["-c", "fsync=off"] });
  onTestFinished(() => server.close());
  const { see, database } = await check(server);
  await see(({ status }) => status === "ready", "the app to be ready");
  const { sql } = await import("kysely");
  await onBehalfOf("strangers", async () => {
    const flood = Array.from({ length: 60 }, () => sql`select pg_sleep(0.3)`.execute(database.db));
    const ended = Promise.allSettled(flood);
    const fresh = readinessCheck({ database, log: logger("silent", () => {}), isDispatching: () => true });
    onTestFinished(() => fresh.close());
    expect(await fresh.look()).toMatchObject({ store: { status: "ok" } });
    expect((await ended).some(({ status }) => status === "rejected")).toBe(true);
  });
});

test("G13: a PostgreSQL that only reads is not one that can be worked on", async () => {
  const server = await startPostgres({ flags: ["-c", "fsync=off"] });
  onTestFinished(() => server.close());
  const { see, database } = await check(server);
  await see(({ status }) => status === "ready", "the app to be ready");
  const { sql } = await import("kysely");
  await sql`alter system set default_transaction_read_only = on`.execute(database.db);
  await sql`select pg_reload_conf()`.execute(database.db);
  const seen = await see(({ store }) => store.status === "down", "the store to be read-only");
  expect(seen).toMatchObject({ status: "not-ready", store: { roundTripMs: expect.any(Number) } });
});
