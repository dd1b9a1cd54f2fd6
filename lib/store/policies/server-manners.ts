import type { Database } from "#lib/store/engine/database.ts";

/** What was learnt about how a server behaves, as text; see `Manners`. */
export async function storedManners({ db }: Database, serverKey: string): Promise<string | null> {
  const key = keyOf(serverKey);
  const row = await db.selectFrom("instance").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? null;
}

export async function storeManners({ db }: Database, serverKey: string, value: string): Promise<void> {
  await db
    .insertInto("instance")
    .values({ key: keyOf(serverKey), value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

function keyOf(serverKey: string): string {
  return `manners:${serverKey}`;
}
