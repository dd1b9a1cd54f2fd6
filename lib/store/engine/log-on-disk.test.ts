import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { type Database, inTransaction } from "./database.ts";
import { LogOnDisk, syncedLater } from "./log-on-disk.ts";
import { SqliteDriver } from "./sqlite-driver.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";

/** A disk that keeps nothing until it is told to, and counts how often it was asked. */
function slowDisk() {
  const asked: PromiseWithResolvers<void>[] = [];
  const sync = () => {
    const next = Promise.withResolvers<void>();
    asked.push(next);
    return next.promise;
  };
  const asks = async (count: number) => {
    await expect.poll(() => asked.length).toBe(count);
    return asked[count - 1];
  };
  return { sync, asks, times: () => asked.length };
}

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), "countersign-log-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

function logIn(where: string, sync: () => Promise<void>): LogOnDisk {
  const file = path.join(where, "store.sqlite");
  writeFileSync(`${file}-wal`, "");
  const log = new LogOnDisk(file, sync);
  onTestFinished(() => log.close());
  return log;
}

type Notes = { notes: { text: string } };

/** A database on this disk, with one table. */
function store(sync: () => Promise<void>): Kysely<Notes> {
  return storeAndLog(sync).db;
}

function storeAndLog(sync: () => Promise<void>): { db: Kysely<Notes>; log: LogOnDisk } {
  const file = path.join(folder(), "store.sqlite");
  const connection = new Sqlite(file);
  connection.pragma("journal_mode = WAL");
  connection.exec("create table notes (text text)");
  const log = new LogOnDisk(file, sync);
  const db = new Kysely<Notes>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SqliteDriver({ connection, prepare: (text) => connection.prepare(text), log }),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  onTestFinished(() => db.destroy());
  return { db, log };
}

function note(db: Kysely<Notes>, text: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx.insertInto("notes").values({ text }).execute();
  });
}

/** Commits a note by `inTransaction`. */
function committer(db: Kysely<Notes>, log: LogOnDisk) {
  // Of a database this is all that it uses; the notes are no table of ours.
  const database = { db: db as unknown as Database["db"], takenAlong: () => log.takenAlong() } as Database;
  return (text: string, committed?: () => void) =>
    inTransaction(
      database,
      async (trx) => {
        await sql`insert into notes values (${text})`.execute(trx);
      },
      committed,
    );
}

async function notes(db: Kysely<Notes>): Promise<string[]> {
  return (await db.selectFrom("notes").select("text").execute()).map(({ text }) => text);
}

test("commits during a flush wait for one more flush, however many there are", async () => {
  const disk = slowDisk();
  const log = logIn(folder(), disk.sync);
  const done: string[] = [];
  const first = log.written().then(() => done.push("first"));
  const begun = await disk.asks(1);
  const later = ["a", "b", "c"].map((name) => log.written().then(() => done.push(name)));
  begun?.resolve();
  await first;
  const second = await disk.asks(2);
  expect(done).toEqual(["first"]);
  second?.resolve();
  await Promise.all(later);
  expect(done).toEqual(["first", "a", "b", "c"]);
  expect(disk.times()).toBe(2);
});

test("a commit is confirmed once it is on disk, and until then others commit", async () => {
  const disk = slowDisk();
  const db = store(disk.sync);
  let told = 0;
  const all = ["a", "b", "c"].map((text) => note(db, text).then(() => (told += 1)));
  const first = await disk.asks(1);
  await expect.poll(() => notes(db)).toEqual(["a", "b", "c"]);
  expect(told).toBe(0);
  first?.resolve();
  (await disk.asks(2))?.resolve();
  await Promise.all(all);
  expect(told).toBe(3);
  expect(disk.times()).toBe(2);
});

test("a write outside a transaction is confirmed once it is on disk, and a read waits for no flush", async () => {
  const disk = slowDisk();
  const db = store(disk.sync);
  expect(await notes(db)).toEqual([]);
  expect(disk.times()).toBe(0);
  let told = false;
  const written = db
    .insertInto("notes")
    .values({ text: "a" })
    .execute()
    .then(() => (told = true));
  const asked = await disk.asks(1);
  expect(told).toBe(false);
  asked?.resolve();
  await written;
});

test("G61: once the disk has failed no commit is confirmed, no later one is undone, and nothing more is begun", async () => {
  const disk = slowDisk();
  const { db, log } = storeAndLog(disk.sync);
  const failed = note(db, "a").catch((error: unknown) => error);
  const asked = await disk.asks(1);
  const behind = note(db, "b").catch((error: unknown) => error);
  await expect.poll(() => notes(db)).toEqual(["a", "b"]);
  asked?.reject(Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" }));
  for (const error of [await failed, await behind]) {
    expect(error).toMatchObject({ code: "SQLITE_IOERR_FSYNC" });
    expect(isStoreUnavailable(error)).toBe(true);
  }
  await expect(note(db, "c")).rejects.toMatchObject({ code: "SQLITE_IOERR_FSYNC" });
  expect(await notes(db)).toEqual(["a", "b"]);
  expect(disk.times()).toBe(1);
  expect(log.hasFailed).toBe(true);
});

test("what a commit sets off may commit before the disk is asked, which is asked once; each is confirmed after that", async () => {
  const disk = slowDisk();
  const { db, log } = storeAndLog(disk.sync);
  const commit = committer(db, log);
  const told: string[] = [];
  let start = Promise.resolve();
  const accept = commit("accept", () => {
    start = commit("start").then(() => void told.push("start"));
  }).then(() => void told.push("accept"));
  const asked = await disk.asks(1);
  expect(await notes(db)).toEqual(["accept", "start"]);
  expect(told).toEqual([]);
  asked?.resolve();
  await accept;
  await start;
  expect(told.toSorted()).toEqual(["accept", "start"]);
  expect(disk.times()).toBe(1);
  // One that sets off nothing asks the disk itself.
  const alone = commit("alone", () => {});
  (await disk.asks(2))?.resolve();
  await alone;
});

test("a commit whose flush fails is not confirmed, whatever it set off, and neither is that", async () => {
  const disk = slowDisk();
  const { db, log } = storeAndLog(disk.sync);
  const commit = committer(db, log);
  let start: Promise<unknown> = Promise.resolve();
  const accept = commit("accept", () => {
    start = commit("start").catch((error: unknown) => error);
  }).catch((error: unknown) => error);
  (await disk.asks(1))?.reject(Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" }));
  for (const error of [await accept, await start]) expect(error).toMatchObject({ code: "SQLITE_IOERR_FSYNC" });
});

test("waiters get the connection in turn", async () => {
  const db = store(async () => {});
  await Promise.all(Array.from({ length: 20 }, (_, index) => note(db, String(index))));
  expect(await notes(db)).toEqual(Array.from({ length: 20 }, (_, index) => String(index)));
});

test("a loose commit does not wait for the disk, and is there before any later commit is", async () => {
  const disk = slowDisk();
  const db = store(disk.sync);
  const add = (text: string) =>
    db.transaction().execute((trx) => trx.insertInto("notes").values({ text }).executeTakeFirst());
  await syncedLater.run(true, () => add("loose"));
  // A write outside a transaction is a commit as well.
  await syncedLater.run(true, () => db.insertInto("notes").values({ text: "loose too" }).execute());
  expect(disk.times()).toBe(0);
  const kept = add("kept");
  (await disk.asks(1))?.resolve();
  await kept;
  await syncedLater.run(true, () => add("alone"));
  expect(disk.times()).toBe(1);
  (await disk.asks(2))?.resolve();
});
