import { sql, type Migration } from "kysely";

/** Work that one agent gave another: the calls below a call, and what the worker has said so far. */
export const delegations: Migration = {
  up: async (db) => {
    await db.schema.alterTable("tool_calls").addColumn("parent_id", "text").execute();
    await db.schema
      .createIndex("tool_calls_below")
      .on("tool_calls")
      .column("parent_id")
      .where(sql.ref("parent_id"), "is not", null)
      .execute();
    await db.schema
      .createTable("delegations")
      .addColumn("call_id", "text", (column) =>
        column.primaryKey().notNull().references("tool_calls.id").onDelete("cascade"),
      )
      .addColumn("run_id", "text", (column) => column.notNull())
      .addColumn("agent", "text", (column) => column.notNull())
      .addColumn("rounds", "integer", (column) => column.notNull())
      .addColumn("shape", "integer", (column) => column.notNull())
      .addColumn("parts_json", "text", (column) => column.notNull())
      .addColumn("answer_json", "text")
      .execute();
    await db.schema.createIndex("delegations_of_run").on("delegations").column("run_id").execute();
  },
};
