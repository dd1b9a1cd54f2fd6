import { sql } from "kysely";
import { expectOne, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { DelegationRow, ToolCallRow } from "#lib/store/schema/schema.ts";

export function delegationOf({ db }: Database, callId: string): Promise<DelegationRow | undefined> {
  return db.selectFrom("delegations").selectAll().where("call_id", "=", callId).executeTakeFirst();
}

export function delegationsOfRun({ db }: Pick<Database, "db">, runId: string): Promise<DelegationRow[]> {
  return db.selectFrom("delegations").selectAll().where("run_id", "=", runId).execute();
}

/** Has an accepted call that gives work to an agent count from now on, as it was accepted. Throws `StaleWrite` where it waits no more. */
export async function bookDelegation(
  { now }: Database,
  trx: Trx,
  { id, ...accepted }: Pick<ToolCallRow, "id" | "effective_json" | "digest">,
): Promise<void> {
  const booked = await trx
    .updateTable("tool_calls")
    .set({ ...accepted, started_at: sql<number>`coalesce(started_at, ${now})` })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  expectOne(booked, `delegation ${id}`);
}

/** Stores the progress of a worker. */
export async function saveDelegation(trx: Trx, row: DelegationRow): Promise<void> {
  const { call_id: _, ...set } = row;
  await trx
    .insertInto("delegations")
    .values(row)
    .onConflict((conflict) => conflict.column("call_id").doUpdateSet(set))
    .execute();
}
