import type { Migration } from "kysely";

/** The language that a person chose for the pages; null follows their browser. */
export const languages: Migration = {
  up: async (db) => {
    await db.schema.alterTable("people").addColumn("language", "text").execute();
  },
};
