import { sql } from "kysely";
import { record } from "#lib/store/audit/record.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { endKeys } from "./keys.ts";

/**
 * Ends what a person, or somebody who sat at one of their browsers, made to outlast a session: keys, grants, sign-ins to
 * tool servers and own accounts for models. Part of the caller's transaction.
 */
export async function endLasting(
  database: Database,
  trx: Trx,
  personId: string,
  why: "password-reset" | "disabled",
): Promise<void> {
  await endKeys(database, trx, personId, why);
  const grants = await trx
    .updateTable("grants")
    .set({ ended_at: sql<number>`${database.now}`, ended_by: why })
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .returning(["id", "tool_name"])
    .execute();
  const events = grants.map(({ id, tool_name: tool }) => {
    return { kind: "grant-ended", grant: id, because: why, tool } as const;
  });
  await record(database, trx, { personId }, ...events);
  await trx.deleteFrom("model_connections").where("person_id", "=", personId).execute();
  await trx.deleteFrom("server_sign_ins").where("person_id", "=", personId).execute();
}
