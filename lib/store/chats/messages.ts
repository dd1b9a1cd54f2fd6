import { sql } from "kysely";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { idLists } from "#lib/store/engine/id-lists.ts";
import { prepared, preparedAt } from "#lib/store/engine/prepared.ts";
import { countWithin } from "#lib/untrusted/count-within.ts";
import { liveRunOf } from "#lib/store/runs/runs.ts";
import type { ChatRow, MessageRow, RunRow } from "#lib/store/schema/schema.ts";

/** Version of the stored shape of `parts_json`. */
export const messageShape = 1;

/** A message without what it says. */
type MessageLine = Pick<MessageRow, "id" | "seq"> & { bytes: number };

/**
 * A chat, its live run and its messages in order, read in this order: the run is never older than the chat, nor the
 * messages older than the run. What they say is read by `newestOf`.
 */
export type History = { chat: ChatRow; liveRun: RunRow | null; lines: MessageLine[] };

/** Undefined when there is no such chat. It checks no owner: callers compare `chat.person_id`. */
export async function readHistory({ db }: Database, chatId: string): Promise<History | undefined> {
  const [chat] = (await chatById(db, { chatId })).rows;
  if (!chat) return undefined;
  // The run is read before its message, which is complete once no run is live. In the other order an answer might look
  // finished and lack its end.
  const liveRun = await liveRunOf({ db }, chatId);
  const { rows: lines } = await linesOf(db, { chatId });
  return { chat, lines, liveRun: liveRun ?? null };
}

const chatById = prepared((db, { chatId }: { chatId: string }) =>
  db.selectFrom("chats").selectAll().where("id", "=", chatId),
);

const linesOf = prepared((db, { chatId }: { chatId: string }) =>
  db
    .selectFrom("messages")
    .select(["id", "seq", sql<number>`octet_length(parts_json)`.as("bytes")])
    .where("chat_id", "=", chatId)
    .orderBy("seq"),
);

/**
 * The newest of these messages, in order, as many as may be read at once (G8), and how many came before them. Whoever
 * wants those asks with the lines before the first.
 */
export async function newestOf(
  { db }: Pick<Database, "db">,
  chatId: string,
  lines: readonly MessageLine[],
): Promise<{ messages: MessageRow[]; earlier: number }> {
  const count = countWithin(lines.toReversed());
  const shown = lines.slice(lines.length - count);
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return { messages: [], earlier: 0 };
  const { rows: messages } = await messagesOf(db, { chatId, first: first.seq, last: last.seq });
  return { messages, earlier: lines.length - count };
}

const messagesOf = prepared((db, { chatId, first, last }: { chatId: string; first: number; last: number }) =>
  db
    .selectFrom("messages")
    .selectAll()
    .where("chat_id", "=", chatId)
    .where("seq", ">=", first)
    .where("seq", "<=", last)
    .orderBy("seq"),
);

export function messageById(db: Database["db"], chatId: string, id: string): Promise<MessageRow | undefined> {
  return db.selectFrom("messages").selectAll().where("chat_id", "=", chatId).where("id", "=", id).executeTakeFirst();
}

/** Whether this release can read the row's shape; a later release may have stored a newer one. */
export function isReadable(row: MessageRow): boolean {
  return row.shape === messageShape;
}

/** Parses a stored message. Throws on the shape of a later release. */
export function messageOf(row: MessageRow): ChatMessage {
  if (!isReadable(row))
    throw new Error(`Message ${row.id} has shape ${row.shape}; this release knows ${messageShape}.`);
  // `insertMessage` and `saveMessage` below wrote it, in this shape.
  return {
    id: row.id,
    role: row.role,
    parts: JSON.parse(row.parts_json),
    metadata: { ...JSON.parse(row.metadata_json), createdAt: row.created_at },
  };
}

export async function insertMessage(
  { now }: Database,
  trx: Trx,
  of: { chatId: string; runId: string | null; seq: number },
  message: ChatMessage,
): Promise<void> {
  const row = {
    chat_id: of.chatId,
    id: message.id,
    seq: of.seq,
    role: message.role === "user" ? ("user" as const) : ("assistant" as const),
    shape: messageShape,
    parts_json: JSON.stringify(message.parts),
    metadata_json: JSON.stringify(message.metadata ?? {}),
    run_id: of.runId,
  };
  await inserted({ db: trx, now }, row);
}

type NewMessage = Omit<MessageRow, "created_at">;

const inserted = preparedAt(
  (db, { chat_id, id, seq, role, shape, parts_json, metadata_json, run_id }: NewMessage, now) => {
    const row = { chat_id, id, seq, role, shape, parts_json, metadata_json, run_id };
    return db.insertInto("messages").values({ ...row, created_at: sql<number>`${now}` });
  },
);

/** Stores the present parts of an existing message; does not bring a deleted one back. */
export async function saveMessage(trx: Trx, chatId: string, message: ChatMessage): Promise<void> {
  await saved(trx, { chatId, id: message.id, parts: JSON.stringify(message.parts) });
}

const saved = prepared((db, { chatId, id, parts }: { chatId: string; id: string; parts: string }) =>
  db
    .updateTable("messages")
    .set({ parts_json: parts, shape: messageShape })
    .where("chat_id", "=", chatId)
    .where("id", "=", id),
);

/** Deletes a chat's messages from `seq` on; returns those that are none of `known`, which may be many and long. */
export async function deleteMessagesFrom(
  trx: Trx,
  chatId: string,
  { seq, known }: { seq: number; known: readonly string[] },
): Promise<MessageRow[]> {
  const from = trx.deleteFrom("messages").where("chat_id", "=", chatId).where("seq", ">=", seq);
  for (const ids of idLists(known)) await from.where("id", "in", ids).execute();
  return from.returningAll().execute();
}
