import { sql, type Migration } from "kysely";

/** The key by which a program began a run of a chat, or queued a message there: both end with it. Null for a person's. */
export const keysOfRuns: Migration = {
  up: async (db) => {
    for (const table of ["runs", "queued_messages"]) {
      await db.schema.alterTable(table).addColumn("key_id", "text").execute();
    }
    await db.schema
      .createIndex("runs_live_by_key")
      .on("runs")
      .column("key_id")
      .where(sql<boolean>`status in ('running', 'parked') and key_id is not null`)
      .execute();
  },
};
