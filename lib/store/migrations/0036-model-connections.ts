import type { Migration } from "kysely";

/** Accounts at providers of models that people connect in the app. */
export const modelConnections: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("model_connections")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("person_id", "text", (column) => column.references("people.id"))
      .addColumn("provider", "text", (column) => column.notNull())
      .addColumn("base_url", "text")
      .addColumn("sealed_key", "text")
      .addColumn("models_json", "text", (column) => column.notNull())
      .addColumn("created_by", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
  },
};
