import type { Migration } from "kysely";

/** Sign-ins to remote tool servers. */
export const serverSignIns: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("server_sign_ins")
      .addColumn("server_id", "text", (column) => column.notNull())
      .addColumn("person_id", "text", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("sealed_json", "text", (column) => column.notNull())
      .addColumn("signed_in_by", "text", (column) => column.notNull())
      .addColumn("signed_in_at", "bigint", (column) => column.notNull())
      .addColumn("renewing_until", "bigint", (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint("server_sign_ins_key", ["server_id", "person_id"])
      .execute();
    await db.schema
      .createTable("server_clients")
      .addColumn("server_id", "text", (column) => column.primaryKey())
      .addColumn("sealed_json", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("server_sign_in_attempts")
      .addColumn("state_hash", "text", (column) => column.primaryKey())
      .addColumn("server_id", "text", (column) => column.notNull())
      .addColumn("person_id", "text", (column) => column.notNull())
      .addColumn("session_hash", "text", (column) => column.notNull())
      .addColumn("for_all", "integer", (column) => column.notNull())
      .addColumn("sealed_json", "text", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("server_sign_in_attempts_by_person")
      .on("server_sign_in_attempts")
      .column("person_id")
      .execute();
  },
};
