import type { Log } from "#lib/server/observe/log.ts";
import type { Env } from "#lib/server/settings/env.ts";
import { SecretBox } from "#lib/server/settings/secret-box.ts";
import { secretBox } from "#lib/server/settings/secret-keys.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Secrets } from "#lib/store/schema/secrets.ts";
import { resealSecrets } from "#lib/store/secrets/reseal-secrets.ts";

export type StoreSecrets = Secrets & {
  box: () => SecretBox;
  /**
   * Whether every process has the key at the next start too. Beside a database elsewhere, a file may belong to one
   * machine of several, or go with its container: what it sealed would be lost.
   */
  isLasting: boolean;
};

/** How this instance seals the secrets of its store; without a lasting key they stay in plain. */
export function storeSecrets({
  secretsKey: given,
  dataDir,
  databaseUrl,
}: Pick<Env, "secretsKey" | "dataDir" | "databaseUrl">): StoreSecrets {
  const box = secretBox({ given, dataDir });
  const isLasting = given !== null || databaseUrl === null;
  return {
    box,
    isLasting,
    seal: (text, about) => (isLasting ? box().seal(text, about) : text),
    open: (stored, about) => (SecretBox.isSealed(stored) ? box().open(stored, about) : stored),
  };
}

type Parts = { database: Database; secrets: StoreSecrets; log: Pick<Log, "info" | "warn"> };

/** Seals what stands in plain in the store, as older releases wrote it, and tells what this instance cannot open. */
export async function sealOlder({ database, secrets, log }: Parts): Promise<void> {
  const plain = new Set<string>();
  const closed = new Set<string>();
  try {
    const sealed = await resealSecrets(database, ({ stored, about, what }) => {
      if (SecretBox.isSealed(stored)) {
        if (secrets.open(stored, about) === null) closed.add(what);
        return null;
      }
      if (secrets.isLasting) return secrets.seal(stored, about);
      plain.add(what);
      return null;
    });
    if (sealed > 0) log.info("secrets.sealed", { count: sealed });
    if (plain.size > 0) log.warn("secrets.plain", { count: plain.size, why: "SECRETS_KEY is not set." });
    if (closed.size > 0) log.warn("secrets.sealed-elsewhere", { what: [...closed].slice(0, 20) });
  } catch (error) {
    // They are read as they are, and sealed at the next start.
    log.warn("secrets.not-sealed", { error });
  }
}
