import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { createDatabase, template } from "#e2e/support/test-template.ts";
import { insisted } from "#e2e/support/insisted.ts";
import { inTransaction } from "./database.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { onBehalfOf } from "./fair-turns.ts";
import { postgresDatabase } from "./postgres.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";

const person = { id: "p1", name: "Kim", created_at: 1 };

async function emptyDatabase(copyOf: string = template): Promise<string> {
  return createDatabase(inject("postgresUrl") ?? "", copyOf);
}

function opened(url: string, options: { connections?: number; patient?: boolean } = {}) {
  const database = postgresDatabase({ url, ...options });
  onTestFinished(() => database.close());
  return database;
}

test("ten processes that start on an empty database at once bring it up to date, once", async () => {
  const url = await emptyDatabase("template0");
  const databases = Array.from({ length: 10 }, () => opened(url, { patient: true, connections: 2 }));
  await Promise.all(databases.map(migrate));
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    databases[0]!.db,
  );
  expect(rows.map(({ name }) => name)).toContain("0001-initial");
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

test("a store that is up to date is only read at a start, and one of a later release is refused", async () => {
  const { db, ...database } = opened(await emptyDatabase(), { connections: 2 });
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const other = db.transaction().execute(async (trx) => {
    // A process that wants to change a table would wait for this.
    await sql`lock table runs, chats, audit in access share mode`.execute(trx);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  await migrate({ db, ...database });
  held.resolve();
  await other;
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(db);
  await expect(migrate({ db, ...database })).rejects.toThrow("later release, which knows 9999-later");
});

test("a number that is more than a number can hold is refused, not rounded", async () => {
  const { db } = opened(await emptyDatabase(), { patient: true });
  await expect(sql`select 9007199254740993::int8`.execute(db)).rejects.toThrow("9007199254740993");
  const { rows } = await sql<{ most: number }>`select 9007199254740991::int8 as most`.execute(db);
  expect(rows).toEqual([{ most: Number.MAX_SAFE_INTEGER }]);
});

test("a transaction of which a statement failed unheard is not said to be committed", async () => {
  const { db } = opened(await emptyDatabase(), { patient: true });
  const unheard = db.transaction().execute(async (trx) => {
    await trx.insertInto("people").values(person).execute();
    await sql`select 1 / 0`.execute(trx).catch(() => {});
  });
  await expect(unheard).rejects.toThrow("Nothing was committed: a statement failed.");
  expect(await db.selectFrom("people").select("id").execute()).toEqual([]);
  await db.transaction().execute((trx) => trx.insertInto("people").values(person).execute());
  expect(await db.selectFrom("people").select("id").execute()).toEqual([{ id: "p1" }]);
});

test("G3: a connection on which an answer did not come is not lent again", async () => {
  const { db } = opened(await emptyDatabase(), { connections: 1 });
  const pid = () =>
    insisted(async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid);
  const before = await pid();
  await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toThrow();
  await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch((error: unknown) => error);
  const after = await pid();
  expect(after).toBeTypeOf("number");
  expect(after).not.toBe(before);
});

test("a table that a newer release changes is still read, in a transaction and outside", async () => {
  const { db, ...database } = opened(await emptyDatabase(), { connections: 1, patient: true });
  const read = () => db.selectFrom("people").selectAll().execute();
  const inside = () => inTransaction({ db, ...database }, (trx) => trx.selectFrom("people").selectAll().execute());
  await db.insertInto("people").values(person).execute();
  expect(await read()).toHaveLength(1);
  await sql`alter table people add column added text`.execute(db);
  expect(await read()).toHaveLength(1);
  expect(await inside()).toHaveLength(1);
  await sql`alter table people add column more text`.execute(db);
  expect(await inside()).toHaveLength(1);
});

test("G23: while one person's statements wait for all connections, those of others and of the app come through", async () => {
  const { db } = opened(await emptyDatabase(), { connections: 3 });
  const eves = onBehalfOf("eve", () =>
    Promise.allSettled(Array.from({ length: 60 }, () => sql`select pg_sleep(0.2)`.execute(db))),
  );
  for (let count = 0; count < 3; count += 1) {
    await onBehalfOf("bob", () => sql`select 1`.execute(db));
    await sql`select 1`.execute(db);
  }
  const failures = (await eves).flatMap((ended) => (ended.status === "rejected" ? [ended.reason] : []));
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.every(isStoreUnavailable)).toBe(true);
});

test("two transactions that wait for each other both come through", async () => {
  // PostgreSQL looks for a deadlock after a second; on a busy machine its answer comes after an impatient limit.
  const { db, ...database } = opened(await emptyDatabase(), { patient: true });
  await db
    .insertInto("people")
    .values([person, { ...person, id: "p2" }])
    .execute();
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const rename = (first: string, second: string, turn: 0 | 1) =>
    inTransaction({ db, ...database }, async (trx) => {
      await trx.updateTable("people").set({ name: second }).where("id", "=", first).execute();
      both[turn]?.resolve();
      await both[turn === 0 ? 1 : 0]?.promise;
      await trx.updateTable("people").set({ name: second }).where("id", "=", second).execute();
    });
  await Promise.all([rename("p1", "p2", 0), rename("p2", "p1", 1)]);
  const names = await db.selectFrom("people").select("name").execute();
  expect(new Set(names.map(({ name }) => name)).size).toBe(1);
});

/** A server that says that it is ready and that it shuts down, at once. */
async function leavingServer(): Promise<string> {
  const message = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const fields = ["SFATAL", "VFATAL", "C57P01", "Mterminating connection due to administrator command"];
  const goodBye = Buffer.from(`${fields.join("\0")}\0\0`);
  const said = [message("R", Buffer.alloc(4)), message("Z", Buffer.from("I")), message("E", goodBye)];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(Buffer.concat(said)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  // A server that listens on a port has this shape of address.
  return `postgres://kim@127.0.0.1:${(server.address() as AddressInfo).port}/store`;
}

test("G3: a server that shuts down just as a connection to it is made ends a statement, and not the process", async () => {
  const { db } = opened(await leavingServer(), { connections: 1 });
  const error: unknown = await sql`select 1`.execute(db).catch((reason: unknown) => reason);
  expect(isStoreUnavailable(error), String(error)).toBe(true);
});

/** A way to PostgreSQL on which nothing is said in the first 700 ms of a connection. */
async function slowly(to: URL): Promise<string> {
  const port = Number(to.port);
  const listener = createServer((client) => {
    const server = connect(port, to.hostname);
    const end = () => void [client.destroy(), server.destroy()];
    for (const socket of [client, server]) socket.on("error", end).on("close", end);
    setTimeout(() => void client.pipe(server).pipe(client), 700);
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  onTestFinished(() => void listener.close());
  // It listens on an address.
  to.port = String((listener.address() as AddressInfo).port);
  return to.href;
}

test("G3: a connection that opens too late for one statement is there for the next", async () => {
  const { db } = opened(await slowly(new URL(await emptyDatabase())), { connections: 1 });
  const { rows } = await insisted(() => sql<{ one: number }>`select 1 as one`.execute(db));
  expect(rows).toEqual([{ one: 1 }]);
});
