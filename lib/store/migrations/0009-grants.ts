import { sql, type Migration } from "kysely";

/** Standing permissions that people gave, and which of them a call ran on. */
export const grants: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("grants")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
      .addColumn("server_id", "text", (column) => column.notNull())
      .addColumn("server_title", "text", (column) => column.notNull())
      .addColumn("tool_name", "text", (column) => column.notNull())
      .addColumn("fingerprint", "text", (column) => column.notNull())
      .addColumn("reach", "text", (column) => column.notNull())
      .addColumn("chat_id", "text", (column) => column.references("chats.id").onDelete("cascade"))
      .addColumn("digest", "text")
      .addColumn("until", "bigint")
      .addColumn("max_uses", "integer")
      .addColumn("uses", "integer", (column) => column.notNull())
      .addColumn("budget_argument", "text")
      .addColumn("budget_total", "bigint")
      .addColumn("budget_spent", "bigint", (column) => column.notNull())
      .addColumn("condition", "text")
      .addColumn("given_at", "bigint", (column) => column.notNull())
      .addColumn("given_in", "text", (column) => column.references("chats.id").onDelete("set null"))
      .addColumn("approval_id", "text")
      .addColumn("last_used_at", "bigint")
      .addColumn("ended_at", "bigint")
      .addColumn("ended_by", "text")
      .execute();
    // The few that stand, found without looking at all that ever were.
    await db.schema
      .createIndex("grants_standing")
      .on("grants")
      .columns(["person_id", "server_id", "tool_name"])
      .where(sql.ref("ended_at"), "is", null)
      .execute();
    await db.schema.createIndex("grants_by_person").on("grants").columns(["person_id", "given_at"]).execute();
    // A chat that is deleted looks for its own.
    await db.schema.createIndex("grants_by_chat").on("grants").column("chat_id").execute();
    await db.schema.createIndex("grants_given_in").on("grants").column("given_in").execute();
    await db.schema.alterTable("tool_calls").addColumn("grant_json", "text").execute();
  },
};
