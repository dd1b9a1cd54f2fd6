import { createDatabase, dropDatabase } from "./test-template.ts";

/** Which store an app keeps everything in, and how long a waiting run stays in its memory. */
export type StoreKind = "sqlite" | "postgres";

export type AppStore = {
  /** What tells the app to use it. */
  variables: Record<string, string>;
  drop: () => Promise<void>;
};

/**
 * A new, empty store. In PostgreSQL runs that wait leave memory at once, in SQLite never: so every story in which
 * somebody waits is told both ways.
 */
export async function newStore(kind: StoreKind): Promise<AppStore> {
  if (kind === "sqlite") return { variables: { COLD_AFTER_SECONDS: "never" }, drop: async () => {} };
  const maintenance = postgresUrl();
  const url = await createDatabase(maintenance);
  return {
    variables: { DATABASE_URL: url, COLD_AFTER_SECONDS: "0" },
    drop: () => dropDatabase(maintenance, url),
  };
}

/** Maintenance database of the PostgreSQL that the whole run of the stories uses; its set-up passes it on like this. */
export const postgresVariable = "STORIES_DATABASE_URL";

function postgresUrl(): string {
  const url = process.env[postgresVariable];
  if (!url) throw new Error("No PostgreSQL was started for the stories; run them by playwright test -c e2e.");
  return url;
}
