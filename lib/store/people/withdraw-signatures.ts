import type { DeleteResult } from "kysely";
import type { Trx } from "#lib/store/schema/trx.ts";

/**
 * Withdraws what a person signed and what is not settled yet: they lost the right to, or it may not have been them
 * (B11: lost rights count at once). It does not come back with the right; they can sign again. `byKey`: only what a
 * program signed for them.
 */
export function withdrawSignatures(trx: Trx, personId: string, { byKey = false } = {}): Promise<DeleteResult> {
  return trx
    .deleteFrom("approval_answers")
    .where("person_id", "=", personId)
    .$if(byKey, (answers) => answers.where("via", "=", "key"))
    .where("approval_id", "in", (open) =>
      open.selectFrom("approvals").select("id").where("status", "=", "pending").where("who_kind", "=", "quorum"),
    )
    .executeTakeFirst();
}
