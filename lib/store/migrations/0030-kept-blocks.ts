import { sql, type Migration } from "kysely";

/** Binary content of results, kept until the client that called has collected it. */
export const keptBlocks: Migration = {
  up: async (db) => {
    await db.schema.alterTable("gateway_calls").addColumn("blocks_json", "text").execute();
    await db.schema
      .createIndex("gateway_calls_kept")
      .on("gateway_calls")
      .column("key_id")
      .where(sql<boolean>`blocks_json is not null`)
      .execute();
  },
};
