import type { Database } from "#lib/store/engine/database.ts";

/** By which push services know that it is always the same app that sends. */
export type VapidKeys = { publicKey: string; privateKey: string };

const key = "vapid";

/** The instance's keys; made when they are first needed, once, whichever process needs them. */
export async function vapidKeys({ db }: Database): Promise<VapidKeys> {
  const stored = () => db.selectFrom("instance").select("value").where("key", "=", key).executeTakeFirst();
  if ((await stored()) === undefined) {
    // Loaded when it is needed, which most instances never do.
    const { default: webPush } = await import("web-push");
    await db
      .insertInto("instance")
      .values({ key, value: JSON.stringify(webPush.generateVAPIDKeys()) })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .execute();
  }
  const row = await stored();
  if (row === undefined) throw new Error("The keys for push notifications could not be stored.");
  // Written above and nowhere else.
  return JSON.parse(row.value) as VapidKeys;
}
