import { sql } from "kysely";
import { record } from "#lib/store/audit/record.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { GrantRow } from "#lib/store/schema/grants-table.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** Ends the grants of this person for one chat alone, which is being deleted; resolves to them. */
export function endGrantsOfChat(
  { now }: Database,
  trx: Trx,
  { personId, chatId }: { personId: string; chatId: string },
): Promise<GrantRow[]> {
  return trx
    .updateTable("grants")
    .set({ ended_at: sql<number>`${now}`, ended_by: "revoked" })
    .where("person_id", "=", personId)
    .where("chat_id", "=", chatId)
    .where("ended_at", "is", null)
    .returningAll()
    .execute();
}

/** Ends everybody's grants for the tools of a server: another of its name, or another account there, would have them. */
export async function endGrantsOfServer(
  database: Database,
  trx: Trx,
  serverId: string,
  because: "server-removed" | "signed-in-anew",
): Promise<void> {
  const ended = await trx
    .updateTable("grants")
    .set({ ended_at: sql<number>`${database.now}`, ended_by: because })
    .where("server_id", "=", serverId)
    .where("ended_at", "is", null)
    .returningAll()
    .execute();
  for (const { id: grant, tool_name: tool, person_id: personId, chat_id: chatId } of ended) {
    const scope = { personId, ...(chatId === null ? {} : { chatId }) };
    await record(database, trx, scope, { kind: "grant-ended", grant, because, tool });
  }
}
