import Sqlite from "better-sqlite3";
import { Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type RawBuilder } from "kysely";
import { type Database, defaultLeaseMs } from "./database.ts";
import { LogOnDisk } from "./log-on-disk.ts";
import type { Schema } from "#lib/store/schema/schema.ts";
import { noSignals } from "./signals.ts";
import { SqliteDriver } from "./sqlite-driver.ts";

type Options = {
  /** Path of the database file, ":memory:", or what stands in such a file, to begin with in memory; for tests only. */
  file: string | Buffer;
  /** Replaces the database's clock; for tests only. */
  now?: RawBuilder<number>;
  /** Called with the text of each statement as it runs, values included; for tests only. */
  onStatement?: (text: string) => void;
};

/**
 * Opens (or creates) the embedded database in WAL mode. A commit that returned survives a crash of the machine: SQLite
 * writes it (`synchronous=NORMAL`), and the driver syncs it before it resolves, unless it is a loose one. The caller owns and closes the
 * database. Throws when the file cannot be opened or is no database.
 */
export function sqliteDatabase({ file, now, onStatement }: Options): Database {
  const connection = new Sqlite(file, onStatement ? { verbose: (text) => onStatement(String(text)) } : {});
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = NORMAL");
  connection.pragma("foreign_keys = ON");
  // SQLite carries the log into the file within a commit, and waits for the disk. A turn writes about 160 pages.
  connection.pragma("wal_autocheckpoint = 4000");
  // SQLite blocks the whole process while it waits; `inTransaction` waits without blocking.
  connection.pragma("busy_timeout = 10");
  const log = connection.memory ? null : new LogOnDisk(connection.name);
  const driver = new SqliteDriver({ connection, prepare: statementCache(connection), log });
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new TransactionalAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return {
    db,
    dialect: "sqlite",
    // One process at a time uses a file, so there is nobody to tell.
    signals: noSignals,
    leaseMs: defaultLeaseMs,
    now: now ?? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    close: () => db.destroy(),
    ...(log === null ? {} : { takenAlong: () => log.takenAlong(), canKeep: () => !log.hasFailed }),
  };
}

/** SQLite takes changes of the schema back like others, so all migrations are one commit. Kysely's adapter says otherwise. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Prepares each text once. */
function statementCache(connection: Sqlite.Database): (text: string) => Sqlite.Statement {
  const statements = new Map<string, Sqlite.Statement>();
  return (text) => {
    const cached = statements.get(text);
    if (cached) return cached;
    const statement = connection.prepare(planOnce(text));
    if (statements.size >= 500) statements.clear();
    statements.set(text, statement);
    return statement;
  };
}

/**
 * This build of SQLite replans a statement that joins or sorts for each set of bound values (STAT4), which takes much
 * longer than running it. A value behind a plus sign is the same value, and the planner ignores it.
 */
function planOnce(text: string): string {
  return text.replaceAll(" = ?", " = +?");
}
