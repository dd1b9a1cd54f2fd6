import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { inTransaction, type Database } from "./database.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { sqliteDatabase } from "./sqlite.ts";

/** A store in a file, and another program that has it open. */
async function sharedFile(): Promise<{ store: Database; other: Sqlite.Database }> {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-sqlite-"));
  const file = path.join(folder, "store.sqlite");
  const store = sqliteDatabase({ file });
  await migrate(store);
  const other = new Sqlite(file);
  onTestFinished(async () => {
    other.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return { store, other };
}

function note(store: Database, key: string, value = "x"): Promise<void> {
  return inTransaction(store, async (trx) => {
    await trx.insertInto("instance").values({ key, value }).execute();
  });
}

test("a transaction waits for another program to have written, and this process goes on meanwhile", async () => {
  const { store, other } = await sharedFile();
  other.exec("begin immediate");
  const written = note(store, "a");
  let turns = 0;
  while (turns < 5) {
    await sleep(10);
    turns += 1;
  }
  other.exec("commit");
  await written;
  expect(await store.db.selectFrom("instance").select("key").execute()).toEqual([{ key: "a" }]);
});

test("G3: a transaction that does not get its turn fails and says that the store is busy", async () => {
  const { store, other } = await sharedFile();
  other.exec("begin immediate");
  await expect(note(store, "a")).rejects.toMatchObject({ code: "SQLITE_BUSY" });
  other.exec("rollback");
  await note(store, "a");
});

test("G3: the next ones do not wait anew for a lock that one has waited for", async () => {
  const { store, other } = await sharedFile();
  other.exec("begin immediate");
  await expect(note(store, "a")).rejects.toMatchObject({ code: "SQLITE_BUSY" });
  const next = note(store, "b").catch(() => "refused");
  expect(await Promise.race([next, sleep(500, "waits")])).toBe("refused");
  other.exec("rollback");
  await note(store, "a");
  other.exec("begin immediate");
  const later = note(store, "b");
  await sleep(20);
  other.exec("rollback");
  await later;
});

test("G10: a transaction on a full disk is gone as a whole, and its error says that the disk is full", async () => {
  const { store } = await sharedFile();
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 1)}`.execute(store.db);
  const large = "x".repeat(100_000);
  const writing = inTransaction(store, async (trx) => {
    await trx.insertInto("instance").values({ key: "small", value: "x" }).execute();
    await trx.insertInto("instance").values({ key: "large", value: large }).execute();
  });
  await expect(writing).rejects.toMatchObject({ code: "SQLITE_FULL" });
  await sql`pragma max_page_count = 1000000`.execute(store.db);
  expect(await store.db.selectFrom("instance").select("key").execute()).toEqual([]);
  await note(store, "large", large);
});

test("the log is carried into the file only after many turns, because a commit waits for that", async () => {
  const { store } = await sharedFile();
  const { rows } = await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(store.db);
  expect(rows).toEqual([{ wal_autocheckpoint: 4_000 }]);
});
