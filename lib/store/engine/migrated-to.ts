import type { Database } from "./database.ts";

const key = "moved-to";

/** The store that replaces this one; null while this one is in use. */
export async function migratedTo({ db }: Database): Promise<string | null> {
  const row = await db.selectFrom("instance").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? null;
}

/** Marks this store as replaced by another: a question that is open in two stores could be accepted twice. */
export async function markMigrated({ db }: Database, to: string): Promise<void> {
  await db.insertInto("instance").values({ key, value: to }).execute();
}
