import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { DelegationRow } from "#lib/store/schema/schema.ts";

export function delegationOf({ db }: Database, callId: string): Promise<DelegationRow | undefined> {
  return db.selectFrom("delegations").selectAll().where("call_id", "=", callId).executeTakeFirst();
}

export function delegationsOfRun({ db }: Pick<Database, "db">, runId: string): Promise<DelegationRow[]> {
  return db.selectFrom("delegations").selectAll().where("run_id", "=", runId).execute();
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
