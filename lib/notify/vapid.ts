import type { Database } from "#lib/store/engine/database.ts";
import { keptSecret } from "#lib/store/engine/kept-secret.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import { pushKeysKey, type Secrets } from "#lib/store/schema/secrets.ts";

/** The key pair by which push services recognise this app. */
export type VapidKeys = { publicKey: string; privateKey: string };

/** The instance's keys, made once, at the first need, by any process. Null when this one cannot open them. */
export async function vapidKeys(database: Database, secrets: Secrets): Promise<VapidKeys | null> {
  const about = aboutSecret.pushKeys();
  const kept = await keptSecret(database, pushKeysKey, async () => {
    // Loaded on demand; most instances never need it.
    const { default: webPush } = await import("web-push");
    return secrets.seal(JSON.stringify(webPush.generateVAPIDKeys()), about);
  });
  const opened = secrets.open(kept, about);
  // Only the lines above write it.
  return opened === null ? null : (JSON.parse(opened) as VapidKeys);
}
