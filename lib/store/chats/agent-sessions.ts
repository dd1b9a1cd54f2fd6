import { sql } from "kysely";
import { sessionIdleMs } from "#lib/store/calls/chats-of-key.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { insertChat } from "./chats.ts";

/** An agent that keeps changing its name makes no more sessions with one key. */
const mostOfKey = 20;

type Asking = { personId: string; keyId: string; agent: string };

/**
 * The session in which an agent asks now: the chat of its latest asks with this key, or a new one with `newChatId`.
 * null: too many agents ask with this key. The caller holds the person's lock.
 */
export async function agentSession(
  database: Database,
  trx: Trx,
  { personId, keyId, agent }: Asking,
  newChatId: string,
): Promise<string | null> {
  const { now } = database;
  const seen_at = sql<number>`${now}`;
  const open = await trx
    .selectFrom("agent_sessions")
    .select(["chat_id", "agent"])
    .where("key_id", "=", keyId)
    .where("seen_at", ">", sql<number>`(select ${now}) - ${sessionIdleMs}`)
    .orderBy("seen_at", "desc")
    .limit(mostOfKey)
    .execute();
  const current = open.find((session) => session.agent === agent);
  if (current !== undefined) {
    await trx.updateTable("agent_sessions").set({ seen_at }).where("chat_id", "=", current.chat_id).execute();
    return current.chat_id;
  }
  if (open.length === mostOfKey) return null;
  await insertChat(database, trx, { id: newChatId, person_id: personId, title: agent, origin: "agent" });
  await trx.insertInto("agent_sessions").values({ chat_id: newChatId, key_id: keyId, agent, seen_at }).execute();
  return newChatId;
}
