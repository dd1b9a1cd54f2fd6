import { Migrator, type Migration } from "kysely";
import type { Database } from "./database.ts";
import * as initial from "./migrations/0001-initial.ts";

/** Every schema change ever shipped, in order of its name. A shipped migration is never edited. */
const migrations: Record<string, Migration> = {
  "0001-initial": initial,
};

/** Brings the schema up to date; does nothing when it is. Throws when a migration fails or the store is newer. */
export async function migrate({ db }: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error("The store could not be brought up to date.", { cause: error });
}
