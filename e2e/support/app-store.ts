import { copyFile, mkdir } from "node:fs/promises";
import { storeFile } from "#lib/server/start/open-store.ts";
import { createDatabase, dropDatabase, storyTemplate } from "./test-template.ts";

/** Which store an app keeps everything in, and how long a waiting run stays in its memory. */
export type StoreKind = "sqlite" | "postgres";

export type AppStore = {
  /** What tells the app to use it. */
  variables: Record<string, string>;
  drop: () => Promise<void>;
};

/**
 * A new, empty store for an app whose data directory is not made yet. In PostgreSQL runs that wait leave memory at once,
 * in SQLite never: so every story in which somebody waits is told both ways. Prepared, it has its schema already.
 */
export async function newStore(
  kind: StoreKind,
  { dataDir, prepared }: { dataDir: string; prepared: boolean },
): Promise<AppStore> {
  if (kind === "sqlite") {
    if (prepared) {
      await mkdir(dataDir, { mode: 0o700 });
      await copyFile(valueOf(preparedVariable), storeFile(dataDir));
    }
    return { variables: { COLD_AFTER_SECONDS: "never" }, drop: async () => {} };
  }
  const maintenance = valueOf(postgresVariable);
  const url = await createDatabase(maintenance, ...(prepared ? [storyTemplate] : []));
  return {
    variables: { DATABASE_URL: url, COLD_AFTER_SECONDS: "0" },
    drop: () => dropDatabase(maintenance, url),
  };
}

/** Maintenance database of the PostgreSQL that the whole run of the stories uses; its set-up passes it on like this. */
export const postgresVariable = "STORIES_DATABASE_URL";
/** A file of SQLite that has the schema; likewise. */
export const preparedVariable = "STORIES_PREPARED_FILE";

function valueOf(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error("No store was prepared for the stories; run them by playwright test -c e2e.");
  return value;
}
