import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { tcpProxy } from "#e2e/support/tcp-proxy.ts";
import { createDatabase } from "#e2e/support/test-template.ts";
import { inTransaction, type Database } from "./database.ts";
import type { DispatchWorker } from "./dispatch.ts";
import { pgBossDispatch } from "./pg-boss-dispatch.ts";
import { postgresDatabase } from "./postgres.ts";

async function newUrl(): Promise<string> {
  return createDatabase(inject("postgresUrl") ?? "");
}

type Heard = { got: string[]; gaveUp: string[]; log: string[] };

function storeAt(url: string): Database {
  const database = postgresDatabase({ url, patient: true, patienceMs: 60_000 });
  onTestFinished(() => database.close());
  return database;
}

/** A process that takes jobs, and what became of them. */
function worker(url: string, work: Partial<DispatchWorker> = {}) {
  const heard: Heard = { got: [], gaveUp: [], log: [] };
  const note = (event: string) => void heard.log.push(event);
  const pauses = { soonSeconds: 1, retryStartMs: 50, pollSeconds: 0.5 };
  const dispatch = pgBossDispatch({ url, log: { warn: note, error: note }, ...pauses });
  dispatch.start({
    goOn: async (runId) => {
      heard.got.push(runId);
      await work.goOn?.(runId);
    },
    giveUp: async (runId) => void heard.gaveUp.push(runId),
  });
  onTestFinished(() => dispatch.stop());
  const up = () => expect.poll(() => dispatch.isHealthy()).toBe(true);
  return { dispatch, ...heard, up };
}

test("a run goes on in one process when the transaction commits, and never when it does not", async () => {
  const url = await newUrl();
  const database = storeAt(url);
  const [one, two] = [worker(url), worker(url)];
  expect(one.dispatch.isHealthy()).toBe(false);
  await Promise.all([one.up(), two.up()]);
  const undone = inTransaction(database, async (trx) => {
    await one.dispatch.send(trx, "undone", "now");
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  await inTransaction(database, (trx) => one.dispatch.send(trx, "soon", "soon"));
  await inTransaction(database, (trx) => one.dispatch.send(trx, "now", "now"));
  await expect.poll(() => [...one.got, ...two.got].toSorted()).toEqual(["now", "soon"]);
});

test("jobs of one run that say the same are one job", async () => {
  const url = await newUrl();
  const database = storeAt(url);
  const one = worker(url);
  await one.up();
  await inTransaction(database, async (trx) => {
    for (let count = 0; count < 3; count += 1) await one.dispatch.send(trx, "run", "soon");
  });
  await inTransaction(database, (trx) => one.dispatch.send(trx, "last", "soon"));
  await expect.poll(() => one.got).toHaveLength(2);
  expect(one.got.toSorted()).toEqual(["last", "run"]);
});

test("G1: a job that keeps failing is tried elsewhere too, and given up in the end", async () => {
  const url = await newUrl();
  const database = storeAt(url);
  const fails = () => Promise.reject(new Error("not here"));
  const [one, two] = [worker(url, { goOn: fails }), worker(url, { goOn: fails })];
  await Promise.all([one.up(), two.up()]);
  await inTransaction(database, (trx) => one.dispatch.send(trx, "run", "now"));
  await expect.poll(() => one.got.length + two.got.length).toBeGreaterThan(1);
  // The pauses between the attempts take a minute.
  await sql`update pgboss.job_common set retry_count = retry_limit, start_after = now() where name = 'runs'`.execute(
    database.db,
  );
  await expect.poll(() => [...one.gaveUp, ...two.gaveUp]).toEqual(["run"]);
});

test("a process that stops takes no more jobs, and can still send them to others", async () => {
  const url = await newUrl();
  const database = storeAt(url);
  const [one, two] = [worker(url), worker(url)];
  await Promise.all([one.up(), two.up()]);
  await one.dispatch.stop();
  expect(one.dispatch.isHealthy()).toBe(false);
  for (const run of ["a", "b", "c"]) await inTransaction(database, (trx) => one.dispatch.send(trx, run, "now"));
  await expect.poll(() => two.got.toSorted()).toEqual(["a", "b", "c"]);
  expect(one.got).toEqual([]);
});

test("G3: a queue that cannot be used delays nobody and undoes nothing", async () => {
  const url = await newUrl();
  const database = storeAt(url);
  const one = worker(url);
  await inTransaction(database, (trx) => one.dispatch.send(trx, "before it is up", "now"));
  await one.up();
  // To drop it takes the locks of whoever looks for jobs at this moment, in another order than theirs: a deadlock.
  await sql`alter schema pgboss rename to out_of_reach`.execute(database.db);
  await sql`create table decisions (id text)`.execute(database.db);
  await inTransaction(database, async (trx) => {
    await sql`insert into decisions values ('kept')`.execute(trx);
    await one.dispatch.send(trx, "run", "now");
  });
  expect((await sql`select id from decisions`.execute(database.db)).rows).toEqual([{ id: "kept" }]);
  expect(one.log).toContain("queue.not-sent");
});

test("the queue comes up when the database does, and works on after it was away", async () => {
  const url = await newUrl();
  const database = storeAt(url);
  const { hostname: host, port } = new URL(url);
  const wire = await tcpProxy({ host, port: Number(port) });
  onTestFinished(() => wire.close());
  const through = new URL(url);
  through.host = `127.0.0.1:${wire.port}`;
  wire.set("silent");
  const one = worker(through.href);
  await expect.poll(() => one.log).toContain("queue.not-started");
  expect(one.dispatch.isHealthy()).toBe(false);
  wire.set("open");
  await one.up();
  wire.cut();
  await inTransaction(database, (trx) => one.dispatch.send(trx, "run", "now"));
  await expect.poll(() => one.got).toEqual(["run"]);
});
