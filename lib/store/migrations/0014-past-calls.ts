import type { Migration } from "kysely";

/** What the calls of deleted chats still count for today: nobody wins a budget back by deleting a chat. */
export const pastCalls: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("past_calls")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("person_id", "text", (column) => column.notNull())
      .addColumn("server_id", "text", (column) => column.notNull())
      .addColumn("tool_name", "text", (column) => column.notNull())
      .addColumn("started_at", "bigint", (column) => column.notNull())
      .addColumn("numbers_json", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("past_calls_by_person").on("past_calls").columns(["person_id", "started_at"]).execute();
  },
};
