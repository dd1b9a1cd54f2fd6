import { sql, type Migration } from "kysely";

/** Agents elsewhere that ask before they run a tool of their own: their sessions, and what they asked. */
export const asks: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("agent_sessions")
      .addColumn("chat_id", "text", (column) => column.primaryKey().references("chats.id").onDelete("cascade"))
      .addColumn("key_id", "text", (column) => column.notNull())
      .addColumn("agent", "text", (column) => column.notNull())
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("agent_sessions_of_key")
      .on("agent_sessions")
      .columns(["key_id", "agent", "seen_at"])
      .execute();
    await db.schema
      .createTable("asks")
      .addColumn("call_id", "text", (column) => column.primaryKey().references("tool_calls.id").onDelete("cascade"))
      .addColumn("run_id", "text", (column) => column.notNull())
      .addColumn("key_id", "text", (column) => column.notNull())
      .addColumn("waited_until", "bigint", (column) => column.notNull())
      .addColumn("released_at", "bigint")
      .addColumn("ended_at", "bigint")
      .addColumn("outcome_json", "text")
      .execute();
    await db.schema
      .createIndex("asks_open")
      .on("asks")
      .column("key_id")
      .where(sql<boolean>`ended_at is null`)
      .execute();
    await db.schema.alterTable("tool_calls").addColumn("outside_json", "text").execute();
  },
};
