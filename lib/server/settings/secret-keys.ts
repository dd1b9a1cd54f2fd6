import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { SecretBox, type SecretKey } from "./secret-box.ts";
import { textOfFileNow } from "./text-of-file.ts";

type SecretKeys = [SecretKey, ...SecretKey[]];

const keyBytes = 32;

/** The keys in a text, one each 32 bytes in base64 or hex, separated by commas or line ends; null when one is none. */
export function parseSecretKeys(text: string): SecretKeys | null {
  const words = text.split(/[\s,]/).filter((word) => word !== "");
  const keys = words.map((word) => Buffer.from(word, /^[0-9a-f]{64}$/i.test(word) ? "hex" : "base64"));
  const [first, ...others] = keys;
  return first !== undefined && keys.every(({ length }) => length === keyBytes) ? [first, ...others] : null;
}

/** Where the keys are that `SECRETS_KEY` does not give. */
export function secretKeyFile(dataDir: string): string {
  return path.join(dataDir, "secrets.key");
}

/**
 * The keys that seal secrets in the store: those of `SECRETS_KEY`, or of the file in the data directory, which is made
 * when there is none. Throws an error whose message is a sentence when the file cannot be used.
 */
export function secretKeys({ given, dataDir }: { given: string | null; dataDir: string }): SecretKeys {
  if (given !== null) return keysOrThrow(given, "SECRETS_KEY");
  const file = secretKeyFile(dataDir);
  if (!existsSync(file)) {
    try {
      writeNew(file, [randomBytes(keyBytes)]);
    } catch (error) {
      // Another process was faster.
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
  if (isForOthers(file)) throw new Error(`The key ${file} can be read or changed by other users; run chmod 600 on it.`);
  return keysOrThrow(textOfFileNow(file) ?? "", file);
}

/** Why the keys that are there cannot be used; null when they can, or there are none yet. */
export function secretKeyProblem({
  secretsKey: given,
  dataDir,
}: {
  secretsKey: string | null;
  dataDir: string;
}): { problem: string } | null {
  if (given === null && !existsSync(secretKeyFile(dataDir))) return null;
  try {
    secretKeys({ given, dataDir });
    return null;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function keysOrThrow(text: string, where: string): SecretKeys {
  const keys = parseSecretKeys(text);
  if (keys === null)
    throw new Error(`${where} holds no key: each is 32 bytes, as openssl rand -base64 32 prints them.`);
  return keys;
}

/** The box of this instance. Only one that has secrets has a key for them, so it is made at the first need. */
export function secretBox(place: { given: string | null; dataDir: string }): () => SecretBox {
  let box: SecretBox | null = null;
  return () => (box ??= new SecretBox(secretKeys(place)));
}

/** Replaces the keys of the file atomically, without following a link that somebody put there. */
export function replaceSecretKeys(dataDir: string, keys: readonly SecretKey[]): void {
  const file = secretKeyFile(dataDir);
  const next = `${file}.new`;
  // Left by a process that died, or put there by somebody.
  rmSync(next, { force: true });
  writeNew(next, keys);
  renameSync(next, file);
}

export function newSecretKey(): SecretKey {
  return randomBytes(keyBytes);
}

function writeNew(file: string, keys: readonly SecretKey[]): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeSync(handle, keys.map((key) => `${key.toString("base64")}\n`).join(""));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Windows has no such permission bits. */
function isForOthers(file: string): boolean {
  return process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0;
}
