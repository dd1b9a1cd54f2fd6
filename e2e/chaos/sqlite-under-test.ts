import { mkdirSync } from "node:fs";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { storeFile } from "#lib/server/start/open-store.ts";
import { sqliteDatabase } from "#lib/store/engine/sqlite.ts";
import type { Crew } from "./crew.ts";
import type { Random } from "./random.ts";
import { prepare, type StoreUnderTest } from "./store-under-test.ts";
import type { Fault } from "./torment.ts";
import type { WorkerProcess } from "./worker-process.ts";

/** A file that several processes share; the app itself lets only one at it. */
export async function sqliteUnderTest(dataDir: string): Promise<StoreUnderTest> {
  mkdirSync(dataDir, { recursive: true });
  const file = storeFile(dataDir);
  const database = sqliteDatabase({ file });
  const credentials = await prepare(database);
  return {
    backend: "sqlite",
    credentials,
    database,
    urlFor: () => null,
    faults: (crew, random) => [full(crew, random), locked(file, random)],
    heal: (crew) => tellAll(crew.up, "/room"),
    close: () => database.close(),
  };
}

/** SQLite fails as on a full disk: no process may make the file any larger. */
function full(crew: Crew, random: Random): Fault {
  return {
    what: "disk full",
    weight: 2,
    strike: async () => {
      await tellAll(crew.up, "/full");
      await sleep(random.between(200, 1_200));
      await tellAll(crew.up, "/room");
      return { worker: null };
    },
  };
}

/** Another program, such as a backup, holds the lock for writing. */
function locked(file: string, random: Random): Fault {
  return {
    what: "locked",
    weight: 1,
    strike: async () => {
      const connection = new Sqlite(file, { timeout: 1_000 });
      try {
        connection.exec("begin immediate");
        await sleep(random.between(200, 2_500));
        connection.exec("rollback");
      } catch (error) {
        // A worker that was paused holds it: then everybody is locked out anyway.
        if (!(error instanceof Sqlite.SqliteError)) throw error;
      } finally {
        connection.close();
      }
      return { worker: null };
    },
  };
}

async function tellAll(workers: WorkerProcess[], path: string): Promise<void> {
  await Promise.all(workers.map(({ port }) => tell(port, path)));
}

/** One that dies meanwhile needs to hear nothing: the limit is its own. */
function tell(port: number, path: string): Promise<void> {
  return new Promise((resolve) => {
    const sending = request({ host: "127.0.0.1", port, path, agent: false, timeout: 1_500 });
    sending.on("timeout", () => sending.destroy());
    sending.on("response", (response) => response.resume());
    sending.on("error", () => resolve());
    sending.on("close", () => resolve());
    sending.end();
  });
}
