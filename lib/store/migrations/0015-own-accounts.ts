import type { Migration } from "kysely";

/** How a session came about and in which browser, links by which passwords are reset, and accounts about to be connected. */
export const ownAccounts: Migration = {
  up: async (db) => {
    await db.schema.alterTable("sessions").addColumn("way", "text").execute();
    await db.schema.alterTable("sessions").addColumn("browser", "text").execute();
    await db.schema
      .createTable("password_resets")
      .addColumn("person_id", "text", (column) => column.primaryKey().references("people.id"))
      .addColumn("key_hash", "text", (column) => column.notNull().unique())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("connecting_accounts")
      .addColumn("state_hash", "text", (column) => column.primaryKey())
      .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
      .addColumn("session_hash", "text", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .execute();
  },
};
