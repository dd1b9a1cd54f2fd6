import type { Migration } from "kysely";

/** What people decide about tool servers and their tools in the app, and what they have seen of them. */
export const toolSettings: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("tool_servers")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("entry_json", "text")
      .addColumn("disabled", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("trusted", "integer")
      .addColumn("changed_by", "text", (column) => column.notNull())
      .addColumn("changed_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("server_consents")
      .addColumn("server_id", "text", (column) => column.primaryKey())
      .addColumn("vouched_json", "text", (column) => column.notNull())
      .addColumn("confirmed_by", "text")
      .addColumn("confirmed_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("tool_settings")
      .addColumn("server_id", "text", (column) => column.notNull())
      .addColumn("tool_name", "text", (column) => column.notNull())
      .addColumn("fingerprint", "text", (column) => column.notNull())
      .addColumn("approval", "text")
      .addColumn("prompt", "text")
      .addColumn("risk", "integer")
      .addColumn("timeout_ms", "bigint")
      .addColumn("who_json", "text")
      .addColumn("changed_by", "text", (column) => column.notNull())
      .addColumn("changed_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("tool_settings_pk", ["server_id", "tool_name"])
      .execute();
    await db.schema
      .createTable("tool_reviews")
      .addColumn("server_id", "text", (column) => column.notNull())
      .addColumn("tool_name", "text", (column) => column.notNull())
      .addColumn("fingerprint", "text")
      .addColumn("definition_json", "text")
      .addColumn("reviewed_by", "text")
      .addColumn("reviewed_at", "bigint")
      .addColumn("waiting_fingerprint", "text")
      .addColumn("waiting_json", "text")
      .addColumn("waiting_at", "bigint")
      .addPrimaryKeyConstraint("tool_reviews_pk", ["server_id", "tool_name"])
      .execute();
  },
};
