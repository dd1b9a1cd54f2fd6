import { copyFileSync, fstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { type CompiledQuery, Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { onTestFinished } from "vitest";
import type { Database } from "#lib/store/engine/database.ts";
import { LogOnDisk } from "#lib/store/engine/log-on-disk.ts";
import { SqliteDriver } from "#lib/store/engine/sqlite-driver.ts";
import { sqliteDatabase } from "#lib/store/engine/sqlite.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";

export type FakeDisk = {
  store: Database;
  /** What stands in the store when the power fails at this moment: nothing but what the disk has kept. */
  afterPowerLoss: () => Database;
  /** Called at each moment at which the disk has kept more than before. */
  onKept: (heard: () => void) => void;
};

const now = sql<number>`(select cast(value as bigint) from instance where key = 'clock')`;

/** Commits as Kysely would have it, also where a process that may die says so itself. */
class DiskDriver extends SqliteDriver {
  override async acquireConnection() {
    const turn = await super.acquireConnection();
    const execute = turn.executeQuery.bind(turn);
    const committed = () => this.commitTransaction(turn).then(() => ({ rows: [] }));
    turn.executeQuery = (query: CompiledQuery) => (query.sql === "commit" ? committed() : execute(query));
    return turn;
  }
}

/**
 * A store in a file, on a disk that keeps of the log only what had been written when a sync began that has ended; each sync
 * takes `syncMs`. The log never goes into the file, so its first bytes are what is kept.
 */
export async function fakeDisk(syncMs: () => number): Promise<FakeDisk> {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-disk-"));
  const file = path.join(folder, "store.sqlite");
  const opened: { close: () => Promise<void> }[] = [];
  onTestFinished(async () => {
    for (const database of opened) await database.close();
    rmSync(folder, { recursive: true });
  });
  const fresh = sqliteDatabase({ file });
  await migrate(fresh);
  await fresh.close();
  const connection = new Sqlite(file);
  for (const setting of ["journal_mode = WAL", "synchronous = NORMAL", "wal_autocheckpoint = 0"])
    connection.pragma(setting);
  let kept = 0;
  const listeners: (() => void)[] = [];
  const sync = async (log: number) => {
    const { size } = fstatSync(log);
    await delay(syncMs());
    if (size <= kept) return;
    kept = size;
    for (const heard of listeners) heard();
  };
  const log = new LogOnDisk(file, sync as ConstructorParameters<typeof LogOnDisk>[1]);
  const db = new Kysely<never>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DiskDriver({ connection, prepare: (text) => connection.prepare(text), log }),
      createIntrospector: (inner) => new SqliteIntrospector(inner),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }) as unknown as Database["db"];
  const store: Database = {
    ...fresh,
    db,
    now,
    close: () => db.destroy(),
    takenAlong: () => log.takenAlong(),
    canKeep: () => !log.hasFailed,
  };
  opened.push(store);
  let losses = 0;
  return {
    store,
    onKept: (heard) => void listeners.push(heard),
    afterPowerLoss: () => {
      losses += 1;
      const copy = path.join(folder, `after-${losses}.sqlite`);
      copyFileSync(file, copy);
      writeFileSync(`${copy}-wal`, readFileSync(`${file}-wal`).subarray(0, kept));
      const left = { ...sqliteDatabase({ file: copy }), now };
      opened.push(left);
      return left;
    },
  };
}
