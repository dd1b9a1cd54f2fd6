import { SecretBox } from "#lib/server/settings/secret-box.ts";
import { newSecretKey } from "#lib/server/settings/secret-keys.ts";
import type { StoreSecrets } from "#lib/server/start/store-secrets.ts";

/** The secrets of an instance with these keys, a new one if none is given. */
export function testSecrets(...[first = newSecretKey(), ...others]: Buffer[]): StoreSecrets {
  const box = new SecretBox([first, ...others]);
  return {
    box: () => box,
    isLasting: true,
    seal: (text, about) => box.seal(text, about),
    open: (stored, about) => (SecretBox.isSealed(stored) ? box.open(stored, about) : stored),
  };
}
