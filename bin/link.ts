// `npm run link`: a fresh one-time link into the instance that runs on this data directory.
import { runningInstance } from "#lib/server/data-lock.ts";
import { readEnv } from "#lib/server/env.ts";
import { storeFile } from "#lib/server/open-store.ts";
import { newLink } from "#lib/server/session.ts";
import { sqliteDatabase } from "#lib/store/sqlite.ts";

/** Resolves to the link, or to one sentence saying why there is none. */
async function makeLink(): Promise<{ link: string } | { problem: string }> {
  const read = readEnv();
  if ("problem" in read) return read;
  const { dataDir } = read.env;
  const running = runningInstance(dataDir);
  if (running === null) {
    return { problem: `No Countersign runs on the data directory ${dataDir}; npm start prints a link by itself.` };
  }
  // The running process has it open too, which SQLite's write-ahead log allows; its schema is that process's business.
  const database = sqliteDatabase({ file: storeFile(dataDir) });
  const link = await newLink(database, running.origin);
  await database.close();
  return { link };
}

const result = await makeLink();
if ("link" in result) {
  process.stdout.write(`${result.link}\n`);
} else {
  process.stderr.write(`${result.problem}\n`);
  process.exitCode = 1;
}
