// `npm run link`: a new one-time link into the instance that runs on this store. `npm run link -- --reset <e-mail>`: a
// link by which somebody of a team chooses a new password.
import { parseArgs } from "node:util";
import { accessOf } from "#lib/server/settings/access.ts";
import { runningInstance } from "#lib/server/start/data-lock.ts";
import { type Env, readEnv } from "#lib/server/settings/env.ts";
import { storeFile, storeProblem } from "#lib/server/start/open-store.ts";
import { newLink } from "#lib/server/people/session.ts";
import { resetLinkAtConsole } from "#lib/server/people/resets.ts";
import type { Database } from "#lib/store/engine/database.ts";

type Result = { link: string } | { problem: string };
/** Makes the requested link; `origin` is where people reach the app. */
type Make = (database: Database, origin: string) => Promise<Result>;

/** Resolves to the link, or to one sentence that says why there is none. */
async function makeLink(): Promise<Result> {
  const read = readEnv();
  if ("problem" in read) return read;
  const { env } = read;
  const wanted = wantedBy(env);
  if ("problem" in wanted) return wanted;
  const { make } = wanted;
  return env.databaseUrl === null ? intoFile(env, make) : intoServer(env, env.databaseUrl, make);
}

const usage = "Use npm run link, or npm run link -- --reset <e-mail address>.";

function wantedBy(env: Env): { make: Make } | { problem: string } {
  let reset: string | undefined;
  try {
    reset = parseArgs({ options: { reset: { type: "string" } } }).values.reset;
  } catch {
    return { problem: usage };
  }
  if (reset === undefined) return { make: async (database, origin) => ({ link: await newLink(database, origin) }) };
  if (env.team === null) {
    return { problem: "Nobody signs in here, so there is no password. npm run link prints a link into the app." };
  }
  return { make: (database, origin) => resetFor(database, origin, reset) };
}

async function resetFor(database: Database, origin: string, email: string): Promise<Result> {
  const made = await resetLinkAtConsole(database, origin, email);
  if ("link" in made) return made;
  return made.refused === "unknown"
    ? { problem: `Nobody here has the e-mail address ${email}.` }
    : { problem: `${email} is disabled. Somebody who manages people must enable them first.` };
}

async function intoFile({ dataDir }: Env, make: Make): Promise<Result> {
  const running = runningInstance(dataDir);
  if (running === null) {
    return { problem: `No Countersign runs on the data directory ${dataDir}; npm start prints a link by itself.` };
  }
  const { sqliteDatabase } = await import("#lib/store/engine/sqlite.ts");
  // The running process has it open too, which SQLite's write-ahead log allows; the schema belongs to that process.
  return linkFrom(sqliteDatabase({ file: storeFile(dataDir) }), running.origin, make);
}

/** Any process on that database accepts the link, so whether one runs is not checked. */
async function intoServer(env: Env, url: string, make: Make): Promise<Result> {
  const { postgresDatabase } = await import("#lib/store/engine/postgres.ts");
  try {
    const database = postgresDatabase({ url, connections: 1 });
    return await linkFrom(database, env.publicOrigin ?? accessOf(env).origin, make);
  } catch (error) {
    return { problem: storeProblem(env, error) };
  }
}

async function linkFrom(database: Database, origin: string, make: Make): Promise<Result> {
  try {
    return await make(database, origin);
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
