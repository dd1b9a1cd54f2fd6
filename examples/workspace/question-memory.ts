import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "./error-code.ts";

/** What must be remembered about questions: the key that signs their state, and which answers have been used. */
export type QuestionMemory = {
  key: Uint8Array;
  /** Marks an answer as used; false when it already was. */
  spend: (nonce: string) => boolean;
};

/** Forgets everything when the process ends: questions that are open then are asked again. */
export function memoryInProcess(lifetimeMs: number): QuestionMemory {
  const spent = new Map<string, number>();
  return {
    key: randomBytes(32),
    spend: (nonce) => {
      const now = Date.now();
      for (const [old, until] of spent) if (until < now) spent.delete(old);
      if (spent.has(nonce)) return false;
      spent.set(nonce, now + lifetimeMs);
      return true;
    },
  };
}

/**
 * Remembers in a folder, so that an answer given after a restart still counts, and still counts once. The folder must
 * be one that no tool can read or write. Throws when it cannot be used.
 */
export function memoryInFolder(folder: string, lifetimeMs: number): QuestionMemory {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keyFile = join(folder, "key");
  createWhole(keyFile, randomBytes(32));
  const key = readFileSync(keyFile);
  if (key.length !== 32) throw new Error(`${keyFile} is not a key; remove it, and open questions are asked again.`);
  forgetOld(folder, lifetimeMs);
  return { key, spend: (nonce) => createOnce(join(folder, `spent-${nonce}`), new Uint8Array()) };
}

/** Creates a file unless it exists. Other servers may share the folder and start now: they see all of it or nothing. */
function createWhole(file: string, content: Uint8Array): void {
  const draft = `${file}-${randomBytes(8).toString("hex")}`;
  createOnce(draft, content);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!exists(error)) throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Creating a file that must not exist is atomic, also between processes. */
function createOnce(file: string, content: Uint8Array): boolean {
  try {
    writeFileSync(file, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (exists(error)) return false;
    throw error;
  }
}

function exists(error: unknown): boolean {
  return errorCode(error) === "EEXIST";
}

function forgetOld(folder: string, lifetimeMs: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.startsWith("spent-") && statSync(file).mtimeMs < Date.now() - lifetimeMs) unlinkSync(file);
  }
}
