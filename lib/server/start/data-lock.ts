import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { z } from "zod";
import { createPrivate, keepPrivate } from "#lib/server/settings/keep-private.ts";

/**
 * Who holds a data directory, for messages and for `npm run link`. Only the lock itself says whether they still hold
 * it.
 */
export type Holder = { pid: number; origin: string };

export type DataLock = { release: () => void };

const holderShape = z.object({ pid: z.number(), origin: z.string() });

/**
 * Locks the data directory for this process, creating it and closing it to other users if need be (THREATS G5, H10:
 * private data directory). The lock is the operating system's, on an otherwise empty SQLite file. It ends with the
 * process in every case, so there is no stale lock to judge by process ids, which are reused and differ between
 * containers. `problem` is one sentence.
 */
export function lockData(dataDir: string, holder: Holder): DataLock | { problem: string } {
  const files = filesIn(dataDir);
  const open = keepPrivate(dataDir);
  if (open !== null) return open;
  let connection: Sqlite.Database;
  try {
    createPrivate(files.lock);
    // Longer than somebody who only checks the lock holds it.
    connection = new Sqlite(files.lock, { timeout: 250 });
  } catch (error) {
    return { problem: `The data directory ${dataDir} cannot be used: ${messageOf(error)}.` };
  }
  try {
    connection.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    connection.close();
    if (!isBusy(error)) return { problem: `The data directory ${dataDir} cannot be locked: ${messageOf(error)}.` };
    const other = readHolder(files.holder);
    const who = other === null ? "" : ` (process ${other.pid}, ${other.origin})`;
    return { problem: `Another Countersign${who} uses the data directory ${dataDir}; stop it, or set DATA_DIR.` };
  }
  writeFileSync(files.holder, JSON.stringify(holder), { mode: 0o600 });
  return {
    release: () => {
      rmSync(files.holder, { force: true });
      connection.close();
    },
  };
}

/** The process that runs on this data directory now, or null. */
export function runningInstance(dataDir: string): Holder | null {
  const files = filesIn(dataDir);
  const holder = readHolder(files.holder);
  if (holder === null) return null;
  const connection = new Sqlite(files.lock, { timeout: 0 });
  try {
    connection.exec("BEGIN EXCLUSIVE");
    return null;
  } catch (error) {
    if (isBusy(error)) return holder;
    throw error;
  } finally {
    connection.close();
  }
}

function filesIn(dataDir: string) {
  return { lock: path.join(dataDir, "lock"), holder: path.join(dataDir, "instance.json") };
}

function readHolder(file: string): Holder | null {
  try {
    return holderShape.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // Missing, or cut off by a crash: it is only a hint, the lock decides.
    return null;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
