import type { Migration } from "kysely";

/** Which tools a person switched off in a chat, and which its model has found among too many. */
export const chatTools: Migration = {
  up: async (db) => {
    for (const column of ["tools_off_json", "tools_found_json"] as const) {
      await db.schema
        .alterTable("chats")
        .addColumn(column, "text", (text) => text.notNull().defaultTo('{"v":1,"tools":[]}'))
        .execute();
    }
  },
};
