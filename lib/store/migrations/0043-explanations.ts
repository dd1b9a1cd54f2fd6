import type { Migration } from "kysely";

/** What people asked about calls that wait for them, and what the agent said. */
export const explanations: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("explanations")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("approval_id", "text", (column) => column.notNull().references("approvals.id").onDelete("cascade"))
      .addColumn("person_id", "text", (column) => column.notNull())
      .addColumn("question", "text", (column) => column.notNull())
      .addColumn("answer", "text")
      .addColumn("problem", "text")
      .addColumn("asked_at", "bigint", (column) => column.notNull())
      .addColumn("ended_at", "bigint")
      .execute();
    await db.schema
      .createIndex("explanations_of_person")
      .on("explanations")
      .columns(["approval_id", "person_id"])
      .execute();
  },
};
