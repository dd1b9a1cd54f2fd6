import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { insertChat } from "./chats.ts";

/** A client that was silent for longer begins a new session. */
const idleMs = 8 * 60 * 60 * 1000;
/** A client that keeps changing its name makes no more sessions with one key (THREATS F4: names prove nothing). */
const mostOfKey = 20;

type Client = {
  personId: string;
  keyId: string;
  name: string;
  version: string;
  asks: { form: boolean; url: boolean };
};

/** The session in which a client is now: the chat of its latest calls, or `newChatId` with a chat made for it. */
export async function clientSession(database: Database, trx: Trx, client: Client, newChatId: string): Promise<string> {
  const { now } = database;
  const { personId, keyId, name, version, asks } = client;
  const said = { version, declared_json: JSON.stringify({ v: 1, asks }), seen_at: sql<number>`${now}` };
  const open = await trx
    .selectFrom("client_sessions")
    .select(["chat_id", "name"])
    .where("key_id", "=", keyId)
    .where("seen_at", ">", sql<number>`(select ${now}) - ${idleMs}`)
    .orderBy("seen_at", "desc")
    .limit(mostOfKey)
    .execute();
  const current = open.find((session) => session.name === name) ?? (open.length === mostOfKey ? open[0] : undefined);
  if (current !== undefined) {
    await trx.updateTable("client_sessions").set(said).where("chat_id", "=", current.chat_id).execute();
    return current.chat_id;
  }
  await insertChat(database, trx, { id: newChatId, person_id: personId, title: name, origin: "gateway" });
  await trx
    .insertInto("client_sessions")
    .values({ chat_id: newChatId, key_id: keyId, name, ...said })
    .execute();
  return newChatId;
}
