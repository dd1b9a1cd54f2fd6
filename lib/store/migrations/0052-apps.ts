import { sql, type Migration } from "kysely";

/** Whose apps are shown, and which calls came from one. */
export const apps: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("tool_servers")
      .addColumn("apps", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("tool_calls").addColumn("app_of", "text").execute();
    await db.schema
      .createIndex("tool_calls_of_apps")
      .on("tool_calls")
      .columns(["app_of", "created_at"])
      .where(sql<boolean>`app_of is not null`)
      .execute();
  },
};
