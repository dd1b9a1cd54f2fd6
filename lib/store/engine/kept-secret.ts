import type { Database } from "./database.ts";

/** The secret that this store keeps under `key`, the same in every process; the first caller makes it. */
export async function keptSecret(
  { db }: Database,
  key: string,
  fresh: string | (() => Promise<string>),
): Promise<string> {
  const stored = () => db.selectFrom("instance").select("value").where("key", "=", key).executeTakeFirst();
  const kept = await stored();
  if (kept !== undefined) return kept.value;
  await db
    .insertInto("instance")
    .values({ key, value: typeof fresh === "string" ? fresh : await fresh() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const made = await stored();
  if (made === undefined) throw new Error(`The store did not keep the secret ${key}.`);
  return made.value;
}
