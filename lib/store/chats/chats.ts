import { sql } from "kysely";
import type { ChatSummary } from "#lib/chat/chat-summary.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { keepCounted } from "#lib/store/calls/keep-counted.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";
import { liveOfChat } from "#lib/store/runs/runs.ts";
import type { ChatRow } from "#lib/store/schema/schema.ts";

export function chatOf(database: Database, personId: string, chatId: string): Promise<ChatRow | undefined> {
  return database.db
    .selectFrom("chats")
    .selectAll()
    .where("id", "=", chatId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
}

/** Creates a chat; throws a conflict (`isConflict`) when the id is taken, by anybody. */
export async function insertChat(
  { now }: Database,
  trx: Trx,
  chat: Pick<ChatRow, "id" | "person_id" | "title"> & Partial<Pick<ChatRow, "instructions" | "model" | "origin">>,
): Promise<void> {
  const { instructions = "", model = null, origin = "chat" } = chat;
  // Whatever comes from outside comes by a program.
  await inserted({ db: trx, now }, { ...chat, instructions, model, origin, by_key: origin === "chat" ? 0 : 1 });
}

type Inserted = Pick<ChatRow, "id" | "person_id" | "title" | "instructions" | "model" | "origin" | "by_key">;

const inserted = preparedAt((db, { id, person_id, title, instructions, model, origin, by_key }: Inserted, now) => {
  const chat = { id, person_id, title, instructions, model, origin, by_key };
  const at = sql<number>`${now}`;
  const shown_to_reviewers = sql<number>`coalesce((select shows_new_chats from people where id = ${person_id}), 0)`;
  const fresh = { titled_by: "app", version: 1, created_at: at, updated_at: at } as const;
  return db.insertInto("chats").values({ ...chat, ...fresh, shown_to_reviewers });
});

/** Counts one visible change and returns the chat's new version. */
export async function touchChat({ now }: Database, trx: Trx, chatId: string): Promise<number> {
  const [chat] = (await touched({ db: trx, now }, { chatId })).rows;
  if (!chat) throw new Error(`Chat ${chatId} is gone.`);
  return chat.version;
}

const touched = preparedAt((db, { chatId }: { chatId: string }, now) =>
  db
    .updateTable("chats")
    .set({ version: sql<number>`version + 1`, updated_at: sql<number>`${now}` })
    .where("id", "=", chatId)
    .returning("version"),
);

/** Chats of these people that were touched in the last `withinMs` of the database's clock. */
export function chatsChangedWithin(
  { db, now }: Database,
  { personIds, withinMs }: { personIds: string[]; withinMs: number },
): Promise<Pick<ChatRow, "id" | "person_id" | "version">[]> {
  return db
    .selectFrom("chats")
    .select(["id", "person_id", "version"])
    .where("person_id", "in", personIds)
    .where("updated_at", ">=", sql<number>`(select ${now}) - ${withinMs}`)
    .execute();
}

/** Chats in which an approval was put to somebody other than the chat's person, or settled, in the last `withinMs`. */
export function chatsAskingOthersWithin(
  { db, now }: Database,
  { withinMs }: { withinMs: number },
): Promise<Pick<ChatRow, "id" | "person_id" | "version">[]> {
  const since = sql<number>`(select ${now}) - ${withinMs}`;
  return db
    .selectFrom("approvals")
    .innerJoin("chats", "chats.id", "approvals.chat_id")
    .select(["chats.id", "chats.person_id", "chats.version"])
    .distinct()
    .where("approvals.who_kind", "!=", sql.lit("self"))
    .where(({ or, and, eb }) =>
      or([
        and([eb("approvals.status", "=", "pending"), eb("approvals.requested_at", ">=", since)]),
        eb("approvals.decided_at", ">=", since),
      ]),
    )
    .execute();
}

/** Sets a chat's title, unless a person has set one. */
export async function titleUntitled(trx: Trx, chatId: string, title: string): Promise<void> {
  await trx.updateTable("chats").set({ title }).where("id", "=", chatId).where("titled_by", "=", "app").execute();
}

export async function updateChat(
  database: Database,
  trx: Trx,
  of: { personId: string; chatId: string },
  set: Partial<
    Pick<ChatRow, "title" | "titled_by" | "instructions" | "model" | "policy" | "tools_off_json" | "shown_to_reviewers">
  >,
): Promise<ChatRow | undefined> {
  return trx
    .updateTable("chats")
    .set({ ...set, version: sql<number>`version + 1` })
    .where("id", "=", of.chatId)
    .where("person_id", "=", of.personId)
    .returningAll()
    .executeTakeFirst();
}

type Held = Pick<ChatRow, "policy" | "shown_to_reviewers">;

/** What is recorded of a chat, which nobody changes until this transaction ends; undefined for an unknown chat. */
export async function holdChat({ dialect }: Database, trx: Trx, chatId: string): Promise<Held | undefined> {
  return trx
    .selectFrom("chats")
    .select(["policy", "shown_to_reviewers"])
    .where("id", "=", chatId)
    .$if(dialect === "postgres", (chats) => chats.forUpdate())
    .executeTakeFirst();
}

/** Deletes a chat and everything in it; what its calls of today count for stays. */
export async function deleteChat(
  database: Database,
  trx: Trx,
  of: { personId: string; chatId: string },
): Promise<boolean> {
  await keepCounted(database, trx, of);
  const result = await trx
    .deleteFrom("chats")
    .where("id", "=", of.chatId)
    .where("person_id", "=", of.personId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** A person's chats, latest first, at most 500; `search` narrows by title, ignoring case. */
export async function chatSummaries(database: Database, personId: string, search = ""): Promise<ChatSummary[]> {
  const rows = await database.db
    .selectFrom("chats")
    .select(["id", "title", "updated_at"])
    .select((chat) => [
      chat
        .selectFrom("approvals")
        .select((all) => all.fn.countAll<number>().as("count"))
        .whereRef("approvals.chat_id", "=", "chats.id")
        .where("approvals.status", "=", "pending")
        .where("approvals.who_kind", "=", "self")
        .as("waiting"),
      chat
        .selectFrom("runs")
        .select((all) => all.fn.countAll<number>().as("count"))
        .whereRef("runs.chat_id", "=", "chats.id")
        .where("runs.status", "=", "running")
        .where("runs.status", "in", liveOfChat)
        .as("running"),
    ])
    .where("person_id", "=", personId)
    .where("origin", "=", "chat")
    .where(sql<boolean>`lower(title) like ${`%${escapeLike(search.toLowerCase())}%`} escape '!'`)
    .orderBy("updated_at", "desc")
    .limit(500)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    updatedAt: row.updated_at,
    waiting: row.waiting ?? 0,
    running: (row.running ?? 0) > 0,
  }));
}

function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, (character) => `!${character}`);
}
