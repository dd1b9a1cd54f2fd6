import type { Migration } from "kysely";

/** Agents that come back for their answer: they are told by a webhook of their key when it is there. */
export const askCallbacks: Migration = {
  up: async (db) => {
    await db.schema.alterTable("webhooks").addColumn("key_id", "text").execute();
    await db.schema
      .alterTable("asks")
      .addColumn("comes_back", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("asks").addColumn("told_at", "bigint").execute();
  },
};
