import type { Migration } from "kysely";

/** Clients that sign in: whose grant a key is, and what the authorization server keeps. */
export const oauth: Migration = {
  up: async (db) => {
    await db.schema.alterTable("api_keys").addColumn("client_json", "text").execute();
    await db.schema
      .createTable("oauth_records")
      .addColumn("id_hash", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("grant_id", "text")
      .addColumn("payload_json", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .addColumn("consumed_at", "bigint")
      .execute();
    await db.schema.createIndex("oauth_records_of_grant").on("oauth_records").column("grant_id").execute();
    await db.schema.createIndex("oauth_records_by_kind").on("oauth_records").columns(["kind", "created_at"]).execute();
    await db.schema.createIndex("oauth_records_by_end").on("oauth_records").column("expires_at").execute();
  },
};
