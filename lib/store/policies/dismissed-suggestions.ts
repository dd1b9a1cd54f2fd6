import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** Keys of the suggested rules that a person dismissed. */
export async function dismissedSuggestions({ db }: Database): Promise<Set<string>> {
  const rows = await db.selectFrom("dismissed_suggestions").select("key").execute();
  return new Set(rows.map(({ key }) => key));
}

/** False when it was already dismissed. */
export async function insertDismissedSuggestion(
  { now }: Database,
  trx: Trx,
  { key, personId }: { key: string; personId: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("dismissed_suggestions")
    .values({ key, person_id: personId, at: now })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
