import path from "node:path";
import type { Database } from "#lib/store/database.ts";
import { migrate } from "#lib/store/migrate.ts";
import type { Env } from "./env.ts";
import type { Log } from "./log.ts";

type Place = Pick<Env, "dataDir" | "databaseUrl">;

export function storeFile(dataDir: string): string {
  return path.join(dataDir, "countersign.sqlite");
}

/**
 * Opens the store, in PostgreSQL when there is an address of one, else in the data directory, which must exist. The
 * caller closes it. `problem` is one sentence; whatever was in the store then still is.
 */
export async function openStore(place: Place, log: Log): Promise<Database | { problem: string }> {
  try {
    return place.databaseUrl === null ? await openFile(place.dataDir) : await openServer(place.databaseUrl, log);
  } catch (error) {
    return { problem: `The store ${nameOf(place)} cannot be used: ${reasonOf(error)}.` };
  }
}

/** Where the store is, without its password. */
export function nameOf({ dataDir, databaseUrl }: Place): string {
  if (databaseUrl === null) return storeFile(dataDir);
  const { host, pathname } = new URL(databaseUrl);
  return `${pathname.slice(1)} on ${host}`;
}

// Each dialect's driver is loaded only where it is used.
async function openFile(dataDir: string): Promise<Database> {
  const { sqliteDatabase } = await import("#lib/store/sqlite.ts");
  return migrated(sqliteDatabase({ file: storeFile(dataDir) }));
}

async function openServer(url: string, log: Log): Promise<Database> {
  const { postgresDatabase } = await import("#lib/store/postgres.ts");
  const patient = await migrated(postgresDatabase({ url, patient: true, connections: 1 }));
  await patient.close();
  const { postgresSignals } = await import("#lib/store/postgres-signals.ts");
  const signals = postgresSignals({ url, log });
  const database = postgresDatabase({
    url,
    signals,
    onError: (error) => log.warn("store.connection-broke", { error }),
  });
  const close = async () => {
    await signals.close();
    await database.close();
  };
  return { ...database, close };
}

async function migrated(database: Database): Promise<Database> {
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A refused connection says so only in the errors of each address that was tried.
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join(", ");
  const own = error.message.replace(/\.$/, "");
  return error.cause === undefined ? own : `${own}: ${reasonOf(error.cause)}`;
}
