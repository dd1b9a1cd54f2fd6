import type { Database } from "./database.ts";

/** The secret that this store keeps under `key`, on every process the same; the first to ask makes it. */
export async function keptSecret({ db }: Database, key: string, fresh: string): Promise<string> {
  await db
    .insertInto("instance")
    .values({ key, value: fresh })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const kept = await db.selectFrom("instance").select("value").where("key", "=", key).executeTakeFirstOrThrow();
  return kept.value;
}
