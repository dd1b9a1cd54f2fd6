import { existsSync } from "node:fs";
import { maskOf } from "#lib/audit/mask.ts";
import { type Env, readEnv } from "#lib/server/settings/env.ts";
import { nameOf, storeFile } from "#lib/server/start/open-store.ts";
import { databaseSecrets } from "#lib/server/settings/read-configuration.ts";
import type { Database } from "#lib/store/engine/database.ts";

/**
 * Runs work on the store beside a running app and returns its exit code; 1, with a sentence, when the store cannot be
 * read.
 */
export async function inStore(work: (database: Database) => Promise<number>): Promise<number> {
  const read = readEnv();
  if ("problem" in read) return fail(read.problem);
  const { env } = read;
  let database: Database | null = null;
  try {
    if (env.databaseUrl === null && !existsSync(storeFile(env.dataDir)))
      return fail(`There is no store ${nameOf(env)}.`);
    database = await open(env);
    return await work(database);
  } catch (error) {
    const reason = error instanceof Error && error.message !== "" ? error.message : String(error);
    return fail(maskOf(databaseSecrets(env)).text(`The store ${nameOf(env)} cannot be read: ${reason}.`));
  } finally {
    await database?.close();
  }
}

/** Whether a store is configured; a database server may still not answer. */
export function hasStore(): boolean {
  const read = readEnv();
  return "env" in read && (read.env.databaseUrl !== null || existsSync(storeFile(read.env.dataDir)));
}

/** Does not migrate: the schema belongs to the running app. */
async function open({ databaseUrl, dataDir }: Env): Promise<Database> {
  if (databaseUrl === null) {
    const { sqliteDatabase } = await import("#lib/store/engine/sqlite.ts");
    return sqliteDatabase({ file: storeFile(dataDir) });
  }
  const { postgresDatabase } = await import("#lib/store/engine/postgres.ts");
  return postgresDatabase({ url: databaseUrl, connections: 1, patient: true });
}

/** Prints the problem; returns exit code 1. */
export function fail(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 1;
}
