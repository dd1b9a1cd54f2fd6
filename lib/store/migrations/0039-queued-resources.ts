import type { Migration } from "kysely";

/** Resources that a person put into a message that waits for its turn, as JSON; null for none. */
export const queuedResources: Migration = {
  up: async (db) => {
    await db.schema.alterTable("queued_messages").addColumn("resources_json", "text").execute();
  },
};
