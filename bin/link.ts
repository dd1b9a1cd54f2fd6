// `npm run link`: a fresh one-time link into the instance that runs on this store.
import { accessOf } from "#lib/server/access.ts";
import { runningInstance } from "#lib/server/data-lock.ts";
import { type Env, readEnv } from "#lib/server/env.ts";
import { storeFile, storeProblem } from "#lib/server/open-store.ts";
import { newLink } from "#lib/server/session.ts";
import type { Database } from "#lib/store/database.ts";

type Result = { link: string } | { problem: string };

/** Resolves to the link, or to one sentence saying why there is none. */
async function makeLink(): Promise<Result> {
  const read = readEnv();
  if ("problem" in read) return read;
  return read.env.databaseUrl === null ? intoFile(read.env) : intoServer(read.env, read.env.databaseUrl);
}

async function intoFile({ dataDir }: Env): Promise<Result> {
  const running = runningInstance(dataDir);
  if (running === null) {
    return { problem: `No Countersign runs on the data directory ${dataDir}; npm start prints a link by itself.` };
  }
  const { sqliteDatabase } = await import("#lib/store/sqlite.ts");
  // The running process has it open too, which SQLite's write-ahead log allows; its schema is that process's business.
  return linkFrom(sqliteDatabase({ file: storeFile(dataDir) }), running.origin);
}

/** Any instance on that database takes the link, so whether one runs is not asked. */
async function intoServer(env: Env, url: string): Promise<Result> {
  const { postgresDatabase } = await import("#lib/store/postgres.ts");
  try {
    return await linkFrom(postgresDatabase({ url, connections: 1 }), env.publicOrigin ?? accessOf(env).origin);
  } catch (error) {
    return { problem: storeProblem(env, error) };
  }
}

async function linkFrom(database: Database, origin: string): Promise<Result> {
  try {
    return { link: await newLink(database, origin) };
  } finally {
    await database.close();
  }
}

const result = await makeLink();
if ("link" in result) {
  process.stdout.write(`${result.link}\n`);
} else {
  process.stderr.write(`${result.problem}\n`);
  process.exitCode = 1;
}
