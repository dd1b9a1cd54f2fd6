import { existsSync } from "node:fs";
import { type Copied, copyStore, NotCopied } from "#lib/store/engine/copy-store.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { markMigrated } from "#lib/store/engine/migrated-to.ts";
import { accessOf } from "#lib/server/settings/access.ts";
import { lockData } from "./data-lock.ts";
import type { Env } from "#lib/server/settings/env.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { nameOf, openStore, storeFile, storeProblem } from "./open-store.ts";

type Options = { env: Env; log: Log; say?: (line: string) => void };
type Problem = { problem: string };

/**
 * Copies the store of this data directory into the empty database of DATABASE_URL, all or nothing. The directory is
 * locked meanwhile, so no app writes to it. `problem` is one sentence; then the database is unchanged.
 */
export async function moveToPostgres({ env, log, say }: Options): Promise<{ copied: Copied } | Problem> {
  const file = storeFile(env.dataDir);
  if (env.databaseUrl === null) return { problem: "Set DATABASE_URL to the empty database that is to hold the store." };
  if (!existsSync(file)) return { problem: `There is nothing to copy: ${file} does not exist. Is DATA_DIR right?` };
  const lock = lockData(env.dataDir, { pid: process.pid, origin: accessOf(env).origin });
  if ("problem" in lock) return lock;
  try {
    const source = await openStore({ ...env, databaseUrl: null }, log);
    if ("problem" in source) return source;
    return await closing(source, async () => {
      const target = await openStore(env, log, { patient: true, ...(say === undefined ? {} : { say }) });
      if ("problem" in target) return target;
      return closing(target, () => copy(env, source, target));
    });
  } finally {
    lock.release();
  }
}

async function copy(env: Env, source: Database, target: Database): Promise<{ copied: Copied } | Problem> {
  try {
    const copied = await copyStore(source, target);
    await markMigrated(source, nameOf(env));
    return { copied };
  } catch (error) {
    if (error instanceof NotCopied) return { problem: `Nothing was copied to ${nameOf(env)}. ${error.message}` };
    return { problem: `${storeProblem(env, error)} Nothing was copied.` };
  }
}

async function closing<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    await database.close();
  }
}
