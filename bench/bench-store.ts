import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPostgres } from "#e2e/support/postgres-server.ts";
import { createDatabase } from "#e2e/support/test-template.ts";
import { logger } from "#lib/server/observe/log.ts";
import { openStore } from "#lib/server/start/open-store.ts";
import type { Database } from "#lib/store/engine/database.ts";

export const storeKinds = ["SQLite", "PostgreSQL"] as const;
export type StoreKind = (typeof storeKinds)[number];

/** An empty store for the apps of one measurement. */
export type BenchStore = {
  kind: StoreKind;
  /** A folder of its own, which holds the data directory and configurations. */
  home: string;
  /** Tells an app to use it. */
  variables: { DATA_DIR: string; DATABASE_URL?: string };
  /** Reaches it from here; statements may take as long as they like. The caller closes it. */
  connect: () => Promise<Database>;
  close: () => Promise<void>;
};

/**
 * A file, or a database in a PostgreSQL of its own. That one is the real thing as it comes, with every commit on the disk
 * before it is acknowledged.
 */
export async function benchStore(kind: StoreKind): Promise<BenchStore> {
  const home = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  const dataDir = path.join(home, "data");
  await mkdir(dataDir);
  const server = kind === "PostgreSQL" ? await startPostgres() : null;
  const databaseUrl = server === null ? null : await createDatabase(server.url);
  return {
    kind,
    home,
    variables: { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) },
    connect: async () => {
      const silent = logger("silent", () => {});
      const opened = await openStore({ dataDir, databaseUrl }, silent, { patient: true });
      if ("problem" in opened) throw new Error(opened.problem);
      return opened;
    },
    close: async () => {
      await server?.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
