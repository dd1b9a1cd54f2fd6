import path from "node:path";
import type { Database } from "#lib/store/database.ts";
import { migrate } from "#lib/store/migrate.ts";
import { sqliteDatabase } from "#lib/store/sqlite.ts";

export function storeFile(dataDir: string): string {
  return path.join(dataDir, "countersign.sqlite");
}

/**
 * Opens the store of a data directory, which must exist, and brings its schema up to date. The caller closes it.
 * `problem` is one sentence; whatever was in the file then still is.
 */
export async function openStore(dataDir: string): Promise<Database | { problem: string }> {
  const file = storeFile(dataDir);
  let database: Database | null = null;
  try {
    database = sqliteDatabase({ file });
    await migrate(database);
    return database;
  } catch (error) {
    await database?.close();
    return { problem: `The store ${file} cannot be used: ${reasonOf(error)}.` };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.message.replace(/\.$/, "");
  return error.cause === undefined ? own : `${own}: ${reasonOf(error.cause)}`;
}
