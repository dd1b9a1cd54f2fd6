import { sql } from "kysely";
import { record } from "#lib/store/audit/record.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/**
 * Marks a chat in which a program has spoken: no key of the chat's person answers its questions (THREATS F10: calling
 * and answering apart). Grants that the person gave in it end, because they were given for the person's own requests
 * (I6: no answering for oneself).
 */
export async function markByKey(
  { now }: Database,
  trx: Trx,
  { chatId, personId }: { chatId: string; personId: string },
): Promise<void> {
  const marked = await trx
    .updateTable("chats")
    .set({ by_key: 1 })
    .where("id", "=", chatId)
    .where("by_key", "=", 0)
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) return;
  const ended = await trx
    .updateTable("grants")
    .set({ ended_at: sql<number>`${now}`, ended_by: "asked-by-program" })
    .where("chat_id", "=", chatId)
    .where("ended_at", "is", null)
    .returning(["id", "tool_name"])
    .execute();
  for (const { id: grant, tool_name: tool } of ended) {
    await record({ now }, trx, { personId, chatId }, { kind: "grant-ended", grant, because: "asked-by-program", tool });
  }
}

/** Whether a program has spoken in this chat. */
export async function isByKey(trx: Trx, chatId: string): Promise<boolean> {
  const chat = await trx.selectFrom("chats").select("by_key").where("id", "=", chatId).executeTakeFirst();
  return chat?.by_key === 1;
}
