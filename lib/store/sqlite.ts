import Sqlite from "better-sqlite3";
import { Kysely, sql, SqliteDialect, type RawBuilder } from "kysely";
import { type Database, defaultLeaseMs } from "./database.ts";
import type { Schema } from "./schema.ts";
import { noSignals } from "./signals.ts";

type Options = {
  /** Path of the database file, or ":memory:". */
  file: string;
  /** Replaces the database's clock; for tests only. */
  now?: RawBuilder<number>;
};

/**
 * Opens (or creates) the embedded database: WAL, `synchronous=FULL`, so a commit that returned survives a crash.
 * The caller owns it and closes it. Throws when the file cannot be opened or is no database.
 */
export function sqliteDatabase({ file, now }: Options): Database {
  const connection = new Sqlite(file);
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  // Waiting stands this whole process still; `inTransaction` waits without that.
  connection.pragma("busy_timeout = 10");
  const db = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: withStatementCache(connection) }),
  });
  return {
    db,
    dialect: "sqlite",
    // One process at a time serves a file; what it did it knows.
    signals: noSignals,
    leaseMs: defaultLeaseMs,
    now: now ?? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    close: () => db.destroy(),
  };
}

/**
 * Keeps prepared statements, and takes the write lock when a transaction begins: a transaction that reads first and
 * writes later would fail with SQLITE_BUSY as soon as another process wrote in between.
 */
function withStatementCache(connection: Sqlite.Database) {
  const statements = new Map<string, Sqlite.Statement>();
  return {
    prepare: (text: string): Preparable => {
      if (text === "rollback") return rollbackIn(connection);
      const cached = statements.get(text);
      if (cached) return cached;
      const statement = connection.prepare(text === "begin" ? "begin immediate" : planOnce(text));
      if (statements.size >= 500) statements.clear();
      statements.set(text, statement);
      return statement;
    },
    close: () => {
      connection.close();
    },
  };
}

type Preparable = Pick<Sqlite.Statement, "reader" | "all" | "run" | "iterate">;

/** On a full disk SQLite has rolled back by itself, and to ask for it again would hide why behind an error of its own. */
function rollbackIn(connection: Sqlite.Database): Preparable {
  const statement = connection.prepare("rollback");
  const run: Sqlite.Statement["run"] = (...parameters) =>
    connection.inTransaction ? statement.run(...parameters) : { changes: 0, lastInsertRowid: 0 };
  return { reader: false, all: () => [], iterate: () => statement.iterate(), run };
}

/**
 * This build of SQLite plans by the values that are bound (STAT4): each time anew, for statements that join or sort, and
 * that takes many times as long as running them. A value behind a plus sign is the same value, but not looked at.
 */
function planOnce(text: string): string {
  return text.replaceAll(" = ?", " = +?");
}
