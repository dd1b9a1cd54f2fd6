import { touchChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { Gate } from "./gate.ts";

/**
 * Changes something of a chat in one transaction, which gives the chat a new version, and announces it after the commit.
 * `work` resolves to null, or to a word that says why, where it changed nothing. It may run again, as in every
 * transaction.
 */
export async function changeChat<Result extends object | string | null>(
  { database, announce }: Pick<Gate, "database" | "announce">,
  { personId, chatId }: { personId: string; chatId: string },
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const { result, version } = await inTransaction(database, async (trx) => {
    const result = await work(trx);
    const isChanged = typeof result === "object" && result !== null;
    return { result, version: isChanged ? await touchChat(database, trx, chatId) : null };
  });
  if (version !== null) announce({ personId, chatId, version });
  return result;
}
