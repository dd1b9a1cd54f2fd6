import { record } from "#lib/store/audit/record.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import { setShowsNewChats } from "#lib/store/people/new-chats.ts";
import { countMade } from "#lib/store/people/person-counts.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** Records that the words around calls are shown from now on, or not any more. Hiding them is never refused. */
export async function recordShown(
  database: Database,
  trx: Trx,
  of: { personId: string; chatId?: string },
  what: { on: boolean; of: "chat" | "new-chats" },
): Promise<void> {
  if (what.on) await countMade(database, trx, of.personId);
  await record(database, trx, of, { kind: "chat-shown-switched", ...what });
}

/** Chats that are there already stay as they are. */
export async function showNewChats(database: Database, personId: string, on: boolean): Promise<void> {
  await inTransaction(database, async (trx) => {
    if (await setShowsNewChats(trx, personId, on))
      await recordShown(database, trx, { personId }, { on, of: "new-chats" });
  });
}
