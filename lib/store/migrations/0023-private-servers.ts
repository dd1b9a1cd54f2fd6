import type { Migration } from "kysely";

/** Which addresses in private networks an owner confirmed for a server that was added in the app. */
export const privateServers: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("server_consents")
      .addColumn("private_json", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
  },
};
