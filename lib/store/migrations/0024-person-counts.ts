import type { Migration } from "kysely";

/** What each person has used of what is limited: messages within an hour, tokens of the models within a day. */
export const personCounts: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("person_counts")
      .addColumn("person_id", "text", (column) => column.notNull())
      .addColumn("what", "text", (column) => column.notNull())
      .addColumn("count", "bigint", (column) => column.notNull())
      .addColumn("until", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("person_counts_key", ["person_id", "what"])
      .execute();
  },
};
