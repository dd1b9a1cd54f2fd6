import type { Migration } from "kysely";

/** Keys for programs, and the mark of chats in which a program has spoken. */
export const keys: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("api_keys")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("person_id", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("key_hash", "text", (column) => column.notNull())
      .addColumn("scopes_json", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .addColumn("last_used_at", "bigint")
      .addColumn("revoked_at", "bigint")
      .execute();
    await db.schema.createIndex("api_keys_by_person").on("api_keys").columns(["person_id", "created_at"]).execute();
    await db.schema
      .alterTable("chats")
      .addColumn("by_key", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
