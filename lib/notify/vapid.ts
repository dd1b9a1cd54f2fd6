import type { Database } from "#lib/store/engine/database.ts";
import { keptSecret } from "#lib/store/engine/kept-secret.ts";

/** By which push services know that it is always the same app that sends. */
export type VapidKeys = { publicKey: string; privateKey: string };

/** The instance's keys; made when they are first needed, once, whichever process needs them. */
export async function vapidKeys(database: Database): Promise<VapidKeys> {
  const kept = await keptSecret(database, "vapid", async () => {
    // Loaded when it is needed, which most instances never do.
    const { default: webPush } = await import("web-push");
    return JSON.stringify(webPush.generateVAPIDKeys());
  });
  // Written above and nowhere else.
  return JSON.parse(kept) as VapidKeys;
}
