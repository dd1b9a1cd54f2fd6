import path from "node:path";
import { clockOf } from "#lib/store/engine/clock.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { migratedTo } from "#lib/store/engine/migrated-to.ts";
import { onceUp } from "./once-up.ts";
import type { Env } from "#lib/server/settings/env.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { createPrivate } from "#lib/server/settings/keep-private.ts";
import { whyUnusable } from "#lib/store/engine/store-unavailable.ts";

type Place = Pick<Env, "dataDir" | "databaseUrl">;

type Options = {
  /** Prints that the start takes a while. */
  say?: (line: string) => void;
  /** How long to wait for a PostgreSQL that is not up yet. */
  waitMs?: number;
  /** For copying: statements without time limits. */
  patient?: boolean;
};

export function storeFile(dataDir: string): string {
  return path.join(dataDir, "countersign.sqlite");
}

/**
 * Opens the store: in PostgreSQL if there is an address, else in the data directory, which must exist. The caller
 * closes it. `problem` is one sentence; then the store is unchanged.
 */
export async function openStore(
  place: Place,
  log: Log,
  options: Options = {},
): Promise<Database | { problem: string }> {
  try {
    return place.databaseUrl === null
      ? await openFile(place.dataDir)
      : await openServer(place.databaseUrl, log, options);
  } catch (error) {
    return { problem: storeProblem(place, error) };
  }
}

/** One sentence for a command that starts on this store. */
export function storeProblem(place: Place, error: unknown): string {
  return `The store ${nameOf(place)} cannot be used: ${whyUnusable(error)}.`;
}

/** Where the store is, without its password. */
export function nameOf({ dataDir, databaseUrl }: Place): string {
  if (databaseUrl === null) return storeFile(dataDir);
  const { host, pathname } = new URL(databaseUrl);
  return `${pathname.slice(1)} on ${host}`;
}

// Each driver is loaded only where it is used.
async function openFile(dataDir: string): Promise<Database> {
  const { sqliteDatabase } = await import("#lib/store/engine/sqlite.ts");
  // The files that SQLite keeps beside it get the same permissions.
  createPrivate(storeFile(dataDir));
  return openedBy(sqliteDatabase({ file: storeFile(dataDir) }), async (database) => {
    await migrate(database);
    const to = await migratedTo(database);
    if (to !== null) throw new Error(`everything in it was moved to ${to}; set DATABASE_URL to that`);
  });
}

async function openServer(
  url: string,
  log: Log,
  { say, waitMs = 30_000, patient = false }: Options,
): Promise<Database> {
  const { postgresDatabase } = await import("#lib/store/engine/postgres.ts");
  const onError = (error: Error) => log.warn("store.connection-broke", { error });
  const waiting = {
    waitMs,
    onWait: () => say?.(`Waiting for PostgreSQL at ${new URL(url).host}, up to ${Math.ceil(waitMs / 1_000)} seconds.`),
  };
  const open = () => migrated(postgresDatabase({ url, patient: true, connections: 1, onError }));
  const migrating = await onceUp(open, waiting);
  if (patient) return migrating;
  await migrating.close();
  const { postgresSignals } = await import("#lib/store/engine/postgres-signals.ts");
  const signals = postgresSignals({ url, log });
  // A request's time limit for a connection may be too short while a process is busy with its start.
  const database = await onceUp(() => connected(postgresDatabase({ url, signals, onError })), waiting);
  const close = async () => {
    await signals.close();
    await database.close();
  };
  return { ...database, close };
}

function migrated(database: Database): Promise<Database> {
  return openedBy(database, migrate);
}

function connected(database: Database): Promise<Database> {
  return openedBy(database, clockOf);
}

async function openedBy(database: Database, work: (database: Database) => Promise<unknown>): Promise<Database> {
  try {
    await work(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
