import { sql } from "kysely";
import { chatsOfKey } from "./chats-of-key.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { wasDeclined } from "#lib/store/calls/was-declined.ts";

/**
 * How often the same call, byte for byte, comes before this one in its answer or its delegation; stops counting at
 * `most`.
 */
export async function sameCallsBefore({ db }: Database, call: ToolCallRow, most: number): Promise<number> {
  const rows = await db
    .selectFrom("tool_calls")
    .select("id")
    .where("run_id", "=", call.run_id)
    .where("parent_id", call.parent_id === null ? "is" : "=", call.parent_id)
    .where("wire_name", "=", call.wire_name)
    .where("arguments_json", "=", call.arguments_json)
    .where((row) =>
      row.or([
        row("step", "<", call.step),
        row.and([row("step", "=", call.step), row("position", "<", call.position)]),
      ]),
    )
    .limit(most)
    .execute();
  return rows.length;
}

/**
 * Whether somebody declined the same call within this time: of the same person, and by the same key, whatever its client
 * calls itself.
 */
export async function wasDeclinedWithin(database: Database, call: ToolCallRow, withinMs: number): Promise<boolean> {
  const { db, now } = database;
  const row = await db
    .selectFrom("approvals")
    .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
    .select("approvals.id")
    .where("approvals.chat_id", "in", await chatsOfKey(database, db, call.chat_id))
    .where(wasDeclined)
    .where("approvals.kind", "=", "tool-call")
    .where("approvals.decided_at", ">", sql<number>`(select ${now}) - ${sql.lit(withinMs)}`)
    .where("tool_calls.wire_name", "=", call.wire_name)
    .where("tool_calls.effective_json", "=", call.effective_json)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
