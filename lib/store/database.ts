import type { Kysely, RawBuilder, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/** A connection to the store, with the one expression for its clock. */
export type Database = {
  db: Kysely<Schema>;
  /** The database's own clock in Unix milliseconds. Deadlines compare against this and nothing else. */
  now: RawBuilder<number>;
  close: () => Promise<void>;
};

export type Trx = Transaction<Schema>;

/** A conditional write changed another number of rows than it must: somebody else moved first. Rolls back. */
export class StaleWrite extends Error {
  override name = "StaleWrite";
}

/** Runs `work` in one transaction. Inside it await nothing but the database. */
export function inTransaction<Result>({ db }: Database, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work);
}

/** Throws `StaleWrite`, which rolls the transaction back, unless exactly one row changed. */
export function expectOne(result: { numUpdatedRows: bigint }, what: string): void {
  if (result.numUpdatedRows !== 1n)
    throw new StaleWrite(`${what}: expected one row, changed ${result.numUpdatedRows}.`);
}

/** Whether a write failed because a row with this key, or the chat's one live run, was already there. */
export function isConflict(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY" || code === "23505";
}
