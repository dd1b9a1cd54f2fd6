import { sql, type Migration } from "kysely";

/** What several processes on one store need: the answers in progress, and the runs whose holder is gone. */
export const manyProcesses: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("chunks")
      .addColumn("run_id", "text", (column) => column.notNull().references("runs.id").onDelete("cascade"))
      .addColumn("fence", "bigint", (column) => column.notNull())
      .addColumn("seq", "bigint", (column) => column.notNull())
      .addColumn("chunks_json", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("chunks_key", ["run_id", "fence", "seq"])
      .execute();
    // Without the runs that nobody holds: any number of them may wait for people.
    await db.schema
      .createIndex("runs_held")
      .on("runs")
      .column("lease_until")
      .where(sql.ref("owner"), "is not", null)
      .where(sql.ref("ended_at"), "is", null)
      .execute();
  },
};
