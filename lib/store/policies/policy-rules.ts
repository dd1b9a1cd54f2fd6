import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { PolicyRuleRow } from "#lib/store/schema/schema.ts";

/** The rules saved from the app, oldest first. */
export function policyRules({ db }: Pick<Database, "db">): Promise<PolicyRuleRow[]> {
  return db.selectFrom("policy_rules").selectAll().orderBy("added_at").orderBy("id").execute();
}

/** Throws a conflict (`isConflict`) when a rule has this id. */
export async function insertPolicyRule(
  { now }: Database,
  trx: Trx,
  rule: Pick<PolicyRuleRow, "id" | "text" | "added_by">,
): Promise<void> {
  await trx
    .insertInto("policy_rules")
    .values({ ...rule, added_at: sql<number>`${now}` })
    .execute();
}

/** False when there was none. */
export async function deletePolicyRule(trx: Trx, id: string): Promise<boolean> {
  const result = await trx.deleteFrom("policy_rules").where("id", "=", id).executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Values of the whole instance, by their names. */
export async function instanceValues({ db }: Pick<Database, "db">, keys: readonly string[]) {
  const rows = await db.selectFrom("instance").selectAll().where("key", "in", keys).execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Null deletes the value. Returns whether anything changed. */
export async function setInstanceValue(trx: Trx, key: string, value: string | null): Promise<boolean> {
  if (value === null) {
    const gone = await trx.deleteFrom("instance").where("key", "=", key).executeTakeFirst();
    return gone.numDeletedRows === 1n;
  }
  const result = await trx
    .insertInto("instance")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }).where("instance.value", "<>", value))
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
