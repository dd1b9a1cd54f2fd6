import type { Migration } from "kysely";

/** Whether a chat's person shows its words to whoever may answer its calls, and what counts for new chats. */
export const shownChats: Migration = {
  up: async (db) => {
    for (const [table, column] of [
      ["chats", "shown_to_reviewers"],
      ["people", "shows_new_chats"],
    ] as const) {
      await db.schema
        .alterTable(table)
        .addColumn(column, "integer", (flag) => flag.notNull().defaultTo(0))
        .execute();
    }
  },
};
