import type { Migration } from "kysely";

/** Browsers in which somebody was in before; their tries to sign in are counted apart from strangers'. */
export const knownBrowsers: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("known_browsers")
      .addColumn("token_hash", "text", (column) => column.notNull())
      .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("known_browsers_key", ["token_hash", "person_id"])
      .execute();
    await db.schema.createIndex("known_browsers_by_person").on("known_browsers").column("person_id").execute();
  },
};
