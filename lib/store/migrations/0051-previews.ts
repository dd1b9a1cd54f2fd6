import type { Migration } from "kysely";

/** What calls that wait would change, as people had it computed; and what an owner says of a tool's preview. */
export const previews: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("previews")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("approval_id", "text", (column) => column.notNull().references("approvals.id").onDelete("cascade"))
      .addColumn("person_id", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("digest", "text")
      .addColumn("shown_json", "text")
      .addColumn("problem", "text")
      .addColumn("bound", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("asked_at", "bigint", (column) => column.notNull())
      .addColumn("ended_at", "bigint")
      .execute();
    await db.schema.createIndex("previews_of_person").on("previews").columns(["approval_id", "person_id"]).execute();
    await db.schema.alterTable("tool_settings").addColumn("preview_json", "text").execute();
  },
};
