import { sql, type Migration } from "kysely";

/** Where tools are on offer, and what was observed of clients. */
export const exposureOfTools: Migration = {
  up: async (db) => {
    await db.schema.alterTable("tool_settings").addColumn("exposure", "text").execute();
    await db.schema.alterTable("tool_servers").addColumn("exposure", "text").execute();
    for (const column of ["answered", "not_shown", "unclear", "links", "held_ms", "collected"]) {
      await db.schema
        .alterTable("client_sessions")
        .addColumn(column, "integer", (added) => added.notNull().defaultTo(0))
        .execute();
    }
    await db.schema
      .createIndex("chats_of_clients")
      .on("chats")
      .columns(["person_id", "updated_at"])
      .where(sql<boolean>`origin <> 'chat'`)
      .execute();
    await db.schema
      .createIndex("tool_calls_from_outside")
      .on("tool_calls")
      .columns(["chat_id", "created_at"])
      .where(sql<boolean>`caller is not null`)
      .execute();
  },
};
