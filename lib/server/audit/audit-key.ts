import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { parseHead, isSigned, type SignedHead } from "#lib/audit/head.ts";
import type { AuditSettings } from "#lib/server/settings/audit-settings.ts";
import { textOfFileNow } from "#lib/server/settings/text-of-file.ts";

/**
 * Reads the key that signs heads of the audit trail. Throws an error whose message is a sentence when it cannot be
 * used.
 */
export function readAuditKey(file: string): KeyObject {
  if (isForOthers(file)) throw new Error(`The key ${file} can be read or changed by other users; run chmod 600 on it.`);
  const text = textOfFileNow(file) ?? "";
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch (error) {
    throw new Error(`The key ${file} cannot be read: it is no private key in PEM.`, { cause: error });
  }
  if (key.asymmetricKeyType !== "ed25519") throw new Error(`The key ${file} is no Ed25519 key.`);
  return key;
}

/** Why the key cannot be used, in a sentence; null when it can be, or has yet to be made. */
export function auditKeyProblem({ keyFile }: AuditSettings, dataDir: string): string | null {
  const folder = path.dirname(keyFile);
  if (!existsSync(keyFile)) {
    return folder === dataDir || existsSync(folder) ? null : `AUDIT_KEY: there is no folder ${folder} for the key.`;
  }
  try {
    readAuditKey(keyFile);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reads the key, after making it when there is none. Two processes that start at once get the same key. */
export function keptAuditKey(file: string): KeyObject {
  if (!existsSync(file)) {
    try {
      writeNewKey(file);
    } catch (error) {
      // Another process was faster.
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
  return readAuditKey(file);
}

/** Makes a new key in a new file that only its owner may read. */
function writeNewKey(file: string): void {
  writeNew(file, pemOf(newAuditKey()));
}

export function newAuditKey(): KeyObject {
  return generateKeyPairSync("ed25519").privateKey;
}

/** Replaces the key by another; the former one is lost. */
export function replaceAuditKey(file: string, key: KeyObject): void {
  replace(file, pemOf(key));
}

function pemOf(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

/**
 * The last head that was signed here, kept outside of the store; null when there is none. Throws when the file holds no
 * head.
 */
export function rememberedHead(file: string): SignedHead | null {
  const text = textOfFileNow(file);
  if (text === null) return null;
  const head = headIn(text);
  if (head === null || !isSigned(head)) throw new Error(`${file} holds no signed head, as the app writes it`);
  return head;
}

function headIn(text: string): SignedHead | null {
  try {
    return parseHead(JSON.parse(text));
  } catch {
    return null;
  }
}

export function rememberHead(file: string, head: SignedHead): void {
  replace(file, `${JSON.stringify(head)}\n`);
}

/** Replaces a file atomically, without following a link that somebody put there. */
function replace(file: string, text: string): void {
  const next = `${file}.new`;
  // Left by a process that died, or put there by somebody.
  rmSync(next, { force: true });
  writeNew(next, text);
  renameSync(next, file);
}

function writeNew(file: string, text: string): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Windows has no such permission bits. */
function isForOthers(file: string): boolean {
  return process.platform !== "win32" && (statSync(file).mode & 0o007) !== 0;
}
