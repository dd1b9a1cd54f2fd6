import { sql } from "kysely";
import type { ClientSession } from "#lib/chat/client-session.ts";
import { sessionIdleMs } from "#lib/store/calls/chats-of-key.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { insertChat } from "./chats.ts";

/** A client that keeps changing its name makes no more sessions with one key (THREATS F4: names prove nothing). */
const mostOfKey = 20;

type Client = {
  personId: string;
  keyId: string;
  /** The name that the key's owner gave it. */
  keyName: string;
  /** As the client says of itself. */
  name: string;
  version: string;
  asks: { form: boolean; url: boolean };
};

/** The session in which a client is now: the chat of its latest calls, or `newChatId` with a chat made for it. */
export async function clientSession(database: Database, trx: Trx, client: Client, newChatId: string): Promise<string> {
  const { now } = database;
  const { personId, keyId, keyName, name, version, asks } = client;
  const said = { version, declared_json: JSON.stringify({ v: 1, asks }), seen_at: sql<number>`${now}` };
  const open = await trx
    .selectFrom("client_sessions")
    .select(["chat_id", "name"])
    .where("key_id", "=", keyId)
    .where("seen_at", ">", sql<number>`(select ${now}) - ${sessionIdleMs}`)
    .orderBy("seen_at", "desc")
    .limit(mostOfKey)
    .execute();
  const current = open.find((session) => session.name === name) ?? (open.length === mostOfKey ? open[0] : undefined);
  if (current !== undefined) {
    await trx.updateTable("client_sessions").set(said).where("chat_id", "=", current.chat_id).execute();
    return current.chat_id;
  }
  await insertChat(database, trx, { id: newChatId, person_id: personId, title: keyName, origin: "gateway" });
  await trx
    .insertInto("client_sessions")
    .values({ chat_id: newChatId, key_id: keyId, name, ...said })
    .execute();
  return newChatId;
}

const mostListed = 50;
const mostCalls = 5;

type Listed = Omit<ClientSession, "note">;

/** A person's sessions, latest first, each with its latest calls. */
export async function clientSessionsOf({ db }: Database, personId: string): Promise<Listed[]> {
  const sessions = await db
    .selectFrom("client_sessions")
    .innerJoin("chats", "chats.id", "client_sessions.chat_id")
    .leftJoin("api_keys", "api_keys.id", "client_sessions.key_id")
    .selectAll("client_sessions")
    .select("api_keys.name as key_name")
    .select((session) =>
      session
        .selectFrom("approvals")
        .select((all) => all.fn.countAll<number>().as("count"))
        .whereRef("approvals.chat_id", "=", "client_sessions.chat_id")
        .where("approvals.status", "=", "pending")
        .as("waiting"),
    )
    .where("chats.person_id", "=", personId)
    .orderBy("seen_at", "desc")
    .limit(mostListed)
    .execute();
  return Promise.all(
    sessions.map(async ({ chat_id: id, name, version, key_name, declared_json, seen_at, waiting }) => {
      const calls = await db
        .selectFrom("tool_calls")
        .select(["id", "tool_name", "state", "created_at"])
        .where("chat_id", "=", id)
        .orderBy("created_at", "desc")
        .limit(mostCalls)
        .execute();
      // `clientSession` wrote it.
      const { asks } = JSON.parse(declared_json) as { asks: Client["asks"] };
      const latest = calls.map((call) => ({
        id: call.id,
        tool: call.tool_name,
        state: call.state,
        at: call.created_at,
      }));
      return {
        id,
        name,
        version,
        keyName: key_name ?? "",
        asks,
        seenAt: seen_at,
        waiting: Number(waiting ?? 0),
        calls: latest,
      };
    }),
  );
}
