import type { Migration } from "kysely";

/** Policies that change while the app runs, what waits for the owner, what a rehearsal knows of calls, and the policy a run began under. */
export const policyLife: Migration = {
  up: async (db) => {
    await db.schema.alterTable("runs").addColumn("policy", "text").execute();
    await db.schema.alterTable("tool_calls").addColumn("tool_json", "text").execute();
    await db.schema.createIndex("tool_calls_by_time").on("tool_calls").columns(["created_at", "id"]).execute();
    await db.schema
      .createTable("watched_files")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("confirmed_text", "text", (column) => column.notNull())
      .addColumn("confirmed_at", "bigint", (column) => column.notNull())
      .addColumn("confirmed_by", "text")
      .addColumn("waiting_text", "text")
      .addColumn("waiting_at", "bigint")
      .addColumn("problems_json", "text")
      .execute();
    await db.schema
      .createTable("policy_rules")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("text", "text", (column) => column.notNull())
      .addColumn("added_by", "text", (column) => column.notNull())
      .addColumn("added_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("dismissed_suggestions")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("person_id", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .execute();
  },
};
