import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import { prepared } from "#lib/store/engine/prepared.ts";
import { liveOfChat, noMessage } from "#lib/store/runs/runs.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

export type QueuedMessageRow = {
  id: string;
  text: string;
  /** What the person put into it, as JSON of `AttachedResource[]`; null for nothing. */
  resources_json: string | null;
  /** The key of the program that sent it; null for a person's own. */
  key_id: string | null;
};

/**
 * Chats in which a message is queued and no run stands before it. Where one waits for people, which may be days, each sweep
 * would read the whole chat.
 */
export async function chatsWithQueue({ db }: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("queued_messages")
    .select("chat_id")
    .distinct()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("runs")
            .select("runs.id")
            .whereRef("runs.chat_id", "=", "queued_messages.chat_id")
            .where("runs.status", "in", liveOfChat)
            .where("runs.message_id", "!=", sql.lit(noMessage)),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.chat_id);
}

/** The messages queued in a chat, oldest first. */
export async function queuedMessages(database: Database, chatId: string): Promise<QueuedMessageRow[]> {
  return (await queueOf(database.db, { chatId })).rows;
}

const queueOf = prepared((db, { chatId }: { chatId: string }) =>
  db
    .selectFrom("queued_messages")
    .select(["id", "text", "resources_json", "key_id"])
    .where("chat_id", "=", chatId)
    .orderBy("created_at")
    .orderBy("id"),
);

/** Queues a message; false when it is already queued. Without `createdAt` it becomes the newest. */
export async function queueMessage(
  { now }: Database,
  trx: Trx,
  { chatId, id, text, resources_json, key_id, createdAt }: QueuedMessageRow & { chatId: string; createdAt?: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("queued_messages")
    .values({ chat_id: chatId, id, text, resources_json, key_id, created_at: createdAt ?? sql<number>`${now}` })
    .onConflict((conflict) => conflict.columns(["chat_id", "id"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Removes a message from the queue; false when it is not queued. */
export async function unqueueMessage(trx: Trx, chatId: string, id: string): Promise<boolean> {
  return (await unqueued(trx, { chatId, id })).numAffectedRows === 1n;
}

const unqueued = prepared((db, { chatId, id }: { chatId: string; id: string }) =>
  db.deleteFrom("queued_messages").where("chat_id", "=", chatId).where("id", "=", id),
);

/** Empties the queue of a chat, or of every chat of a person. */
export async function clearQueue({ db }: Database, of: { chatId: string } | { personId: string }): Promise<void> {
  const chatIds =
    "chatId" in of ? [of.chatId] : db.selectFrom("chats").select("id").where("person_id", "=", of.personId);
  await db.deleteFrom("queued_messages").where("chat_id", "in", chatIds).execute();
}

/** Whether more than `most` messages are queued in a chat. */
export async function hasQueuedMoreThan(trx: Trx, chatId: string, most: number): Promise<boolean> {
  const queued = trx.selectFrom("queued_messages").select("id").where("chat_id", "=", chatId);
  return (await queued.limit(most + 1).execute()).length > most;
}
