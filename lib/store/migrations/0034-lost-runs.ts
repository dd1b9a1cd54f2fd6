import type { Migration } from "kysely";

/** How many processes in a row died with a run before it got further. */
export const lostRuns: Migration = {
  up: (db) =>
    db.schema
      .alterTable("runs")
      .addColumn("losses", "integer", (column) => column.notNull().defaultTo(0))
      .execute(),
};
