import type { Database } from "#lib/store/engine/database.ts";
import { keptSecret } from "#lib/store/engine/kept-secret.ts";

/** The key pair by which push services recognise this app. */
export type VapidKeys = { publicKey: string; privateKey: string };

/** The instance's keys, made once, at the first need, by any process. */
export async function vapidKeys(database: Database): Promise<VapidKeys> {
  const kept = await keptSecret(database, "vapid", async () => {
    // Loaded on demand; most instances never need it.
    const { default: webPush } = await import("web-push");
    return JSON.stringify(webPush.generateVAPIDKeys());
  });
  // Only the lines above write it.
  return JSON.parse(kept) as VapidKeys;
}
