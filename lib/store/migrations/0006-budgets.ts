import { sql, type Migration } from "kysely";

/** What rules count: the calls that a person started, by day and by chat, and a row to hold while they are counted. */
export const budgets: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("budget_locks")
      .addColumn("person_id", "text", (column) => column.primaryKey())
      .execute();
    for (const column of ["person_id", "chat_id"]) {
      await db.schema
        .createIndex(`tool_calls_started_by_${column}`)
        .on("tool_calls")
        .columns([column, "started_at"])
        .where(sql.ref("started_at"), "is not", null)
        .execute();
    }
  },
};
