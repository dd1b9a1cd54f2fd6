// `npm run secrets -- rotate`: seals every secret of the store again, with a new key.
import { existsSync } from "node:fs";
import { SecretBox } from "#lib/server/settings/secret-box.ts";
import { newSecretKey, replaceSecretKeys, secretKeyFile, secretKeys } from "#lib/server/settings/secret-keys.ts";
import { readEnv } from "#lib/server/settings/env.ts";
import { lockData } from "#lib/server/start/data-lock.ts";
import { storeSecrets } from "#lib/server/start/store-secrets.ts";
import { resealSecrets } from "#lib/store/secrets/reseal-secrets.ts";
import { fail, inStore } from "./in-store.ts";

const usage = `npm run secrets -- rotate    seals every secret of the store with a new key; stop the app before
With SECRETS_KEY, put the new key before the former one first (new,former), and remove the former one afterwards.`;

/** Exit code 0: done; 1: nothing was changed; 2: unknown arguments. */
async function run(args: string[]): Promise<number> {
  if (args.length !== 1 || args[0] !== "rotate") {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const read = readEnv();
  if ("problem" in read) return fail(read.problem);
  const { databaseUrl, dataDir, secretsKey } = read.env;
  // A running app holds the former key in memory.
  const lock = databaseUrl === null ? lockData(dataDir, { pid: process.pid, origin: "npm run secrets" }) : null;
  if (lock !== null && "problem" in lock) return fail(lock.problem);
  try {
    return await inStore(async (database) => {
      const isOfFile = secretsKey === null;
      if (isOfFile && !existsSync(secretKeyFile(dataDir))) return fail("Nothing is sealed yet, so there is no key.");
      const known = secretKeys({ given: secretsKey, dataDir });
      // Kept beside the former ones until every secret is sealed with it: what dies in between loses nothing.
      const keys: typeof known = isOfFile ? [newSecretKey(), ...known] : known;
      if (isOfFile) replaceSecretKeys(dataDir, keys);
      const box = new SecretBox(keys);
      const { isLasting } = storeSecrets(read.env);
      const count = await resealSecrets(database, ({ stored, about, what, mend }) => {
        if (!SecretBox.isSealed(stored) && !isLasting) return null;
        const secret = SecretBox.isSealed(stored) ? box.open(stored, about) : stored;
        if (secret !== null) return box.seal(secret, about);
        if (mend === null) return null;
        throw new Error(`no key here opens ${what}; ${mend}`);
      });
      if (isOfFile) replaceSecretKeys(dataDir, [keys[0]]);
      const next = isOfFile
        ? "Start the app again."
        : "Remove the former keys from SECRETS_KEY, and start the app again.";
      process.stdout.write(`Sealed with the new key: ${count}. ${next}\n`);
      return 0;
    });
  } finally {
    lock?.release();
  }
}

process.exitCode = await run(process.argv.slice(2));
