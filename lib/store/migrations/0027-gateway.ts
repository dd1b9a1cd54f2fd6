import { sql, type Migration } from "kysely";

/** Clients of the gateway: their sessions, the calls that came by a key, and what each key may do. */
export const gateway: Migration = {
  up: async (db) => {
    // A client may have several calls at once; only runs that write messages come one after the other.
    await db.schema.dropIndex("runs_one_live_per_chat").execute();
    await db.schema
      .createIndex("runs_one_live_per_chat")
      .unique()
      .on("runs")
      .column("chat_id")
      .where(sql<boolean>`status in ('running', 'parked') and message_id <> ''`)
      .execute();
    await db.schema
      .createIndex("runs_live_of_chat")
      .on("runs")
      .column("chat_id")
      .where(sql<boolean>`status in ('running', 'parked')`)
      .execute();
    await db.schema
      .createTable("client_sessions")
      .addColumn("chat_id", "text", (column) => column.primaryKey().references("chats.id").onDelete("cascade"))
      .addColumn("key_id", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("version", "text", (column) => column.notNull())
      .addColumn("declared_json", "text", (column) => column.notNull())
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("client_sessions_of_key")
      .on("client_sessions")
      .columns(["key_id", "name", "seen_at"])
      .execute();
    await db.schema.alterTable("tool_calls").addColumn("caller", "text").execute();
    await db.schema.alterTable("api_keys").addColumn("terms_json", "text").execute();
    await db.schema
      .createTable("gateway_calls")
      .addColumn("call_id", "text", (column) => column.primaryKey().references("tool_calls.id").onDelete("cascade"))
      .addColumn("key_id", "text", (column) => column.notNull())
      .addColumn("handed_over_at", "bigint")
      .execute();
  },
};
