import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely, RawBuilder } from "kysely";
import type { Dialect } from "#lib/store/schema/dialect.ts";
import type { Schema } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { syncedLater } from "./log-on-disk.ts";
import { recordedIn, type Recorded } from "./recorded.ts";
import type { Signals } from "./signals.ts";

/** A connection to the store, with the SQL expression for its clock. */
export type Database = {
  db: Kysely<Schema>;
  dialect: Dialect;
  /** The database clock in Unix milliseconds. Deadlines compare with this and nothing else. */
  now: RawBuilder<number>;
  /** Hints between the processes that share a store. */
  signals: Signals;
  /** How long a claim of a run lasts unless its holder renews it. */
  leaseMs: number;
  close: () => Promise<void>;
  /** Resolves when what was committed loosely is on the disk; absent where each commit is once it resolves. */
  takenAlong?: () => Promise<void>;
  /** False once the disk has failed: until the next start nothing more is written. Absent where the store itself says so. */
  canKeep?: () => boolean;
  /** Called after a commit with the audit rows of this process. Must neither throw nor wait. */
  recorded?: (rows: readonly Recorded[]) => void;
};

export const defaultLeaseMs = 10_000;

/** A conditional write changed another number of rows than expected: somebody else was faster. Rolls back. */
export class StaleWrite extends Error {
  override name = "StaleWrite";
}

const mostAttempts = 5;
/**
 * As `inTransaction`, resolving before the commit is on the disk: power that fails then takes it away. Every later commit
 * that is waited for takes it along, so whoever hears of that one may rely on both.
 */
export function inLooseTransaction<Result>(database: Database, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return loosely(() => inTransaction(database, work));
}

/** The same for `work` of one statement. */
export function loosely<Result>(work: () => Promise<Result>): Promise<Result> {
  return syncedLater.run(true, work);
}

/**
 * How long the write lock of another process is waited for: by all together, because the requests of one person come to
 * the store in turn and each would wait anew.
 */
const patienceMs = 1_000;
/** Looks at a lock that are further apart are looks at two. */
const sameLockMs = 500;

type Lock = { since: number; lastSeen: number };
const locks = new WeakMap<Database["db"], Lock>();

/**
 * Runs `work` in one transaction. Inside it await nothing but the database. `work` may run again, so it must change
 * nothing outside: PostgreSQL rolls back at a deadlock or a changed table, and SQLite refuses to begin while another
 * process writes.
 *
 * `committed` is called once others see the commit, which may be before it is on the disk: it may only set off what
 * commits something itself before it acts.
 */
export async function inTransaction<Result>(
  { db, recorded, takenAlong }: Database,
  work: (trx: Trx) => Promise<Result>,
  committed?: (result: Result) => void,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      let rows: readonly Recorded[] = [];
      const commit = () =>
        db.transaction().execute(async (trx) => {
          const done = await work(trx);
          rows = recordedIn(trx);
          return done;
        });
      const result = await (committed === undefined ? commit() : loosely(commit));
      locks.delete(db);
      committed?.(result);
      if (committed !== undefined) await takenAlong?.();
      if (rows.length > 0) recorded?.(rows);
      return result;
    } catch (error) {
      const again = isBusy(error)
        ? lockedForMs(db) < patienceMs
        : wasRolledBackForOthers(error) && attempt < mostAttempts;
      if (!again) throw error;
      await sleep(Math.random() * 20 * Math.min(attempt, mostAttempts));
    }
  }
}

function lockedForMs(db: Database["db"]): number {
  const now = performance.now();
  const { since, lastSeen } = locks.get(db) ?? { since: now, lastSeen: now };
  const lock = { since: now - lastSeen > sameLockMs ? now : since, lastSeen: now };
  locks.set(db, lock);
  return now - lock.since;
}

function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === "string" && code.startsWith("SQLITE_BUSY");
}

function wasRolledBackForOthers(error: unknown): boolean {
  const code = codeOf(error);
  // Deadlock, serialisation failure, and a plan from before a newer release changed the table.
  return code === "40P01" || code === "40001" || code === "0A000";
}

/** Throws `StaleWrite`, which rolls the transaction back, unless exactly one row changed. */
export function expectOne(result: { numUpdatedRows: bigint }, what: string): void {
  if (result.numUpdatedRows !== 1n)
    throw new StaleWrite(`${what}: expected one row, changed ${result.numUpdatedRows}.`);
}

/** Whether a write failed on a unique constraint: a row with this key, or the chat's one live run, already exists. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY" || code === "23505";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}
