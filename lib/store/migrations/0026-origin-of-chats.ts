import type { Migration } from "kysely";

/** Where a chat comes from. All there were are chats of people with a model. */
export const originOfChats: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("chats")
      .addColumn("origin", "text", (column) => column.notNull().defaultTo("chat"))
      .execute();
  },
};
