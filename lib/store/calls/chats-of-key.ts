import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** Whoever comes by a key and was silent for longer begins a new session. */
export const sessionIdleMs = 8 * 60 * 60 * 1000;

/**
 * What counts as one chat: for the session of a client, or of an agent elsewhere, the present ones of its key, because
 * it says itself who it is, and each name has a session (THREATS F4: names prove nothing).
 */
export async function chatsOfKey(
  { now }: Pick<Database, "now">,
  db: Database["db"] | Trx,
  chatId: string,
): Promise<string[]> {
  const beside = (table: "client_sessions" | "agent_sessions") => sql`
    select beside.chat_id from ${sql.table(table)} as mine
    join ${sql.table(table)} as beside on beside.key_id = mine.key_id
    where mine.chat_id = ${chatId} and beside.seen_at > (select ${now}) - ${sql.lit(sessionIdleMs)}`;
  const both = sql<{ chat_id: string }>`${beside("client_sessions")} union ${beside("agent_sessions")}`;
  const { rows } = await both.execute(db);
  return [...new Set([chatId, ...rows.map(({ chat_id }) => chat_id)])];
}
