import type { Migration } from "kysely";

/** The session in which a browser was put on the list of devices; null for those of earlier releases. */
export const devicesOfSessions: Migration = {
  up: async (db) => {
    await db.schema.alterTable("push_subscriptions").addColumn("session_hash", "text").execute();
  },
};
