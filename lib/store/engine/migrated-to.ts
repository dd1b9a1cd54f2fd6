import type { Database } from "./database.ts";

const key = "moved-to";

/** Where everything in this store went; null while it is here. */
export async function migratedTo({ db }: Database): Promise<string | null> {
  const row = await db.selectFrom("instance").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? null;
}

/** Says that everything in this store is elsewhere now: a question that is open in two stores could be accepted twice. */
export async function markMigrated({ db }: Database, to: string): Promise<void> {
  await db.insertInto("instance").values({ key, value: to }).execute();
}
