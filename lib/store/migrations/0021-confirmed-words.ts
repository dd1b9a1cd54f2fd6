import { sql, type Migration } from "kysely";

/** What a person last confirmed of a file, beside what is in force of it; and how risky a tool was that was granted. */
export const confirmedWords: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("watched_files")
      .addColumn("agreed_text", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await sql`update watched_files set agreed_text = confirmed_text`.execute(db);
    await db.schema.alterTable("grants").addColumn("risk", "integer").execute();
    await sql`update grants set risk = (select approvals.risk from approvals where approvals.id = grants.approval_id)`.execute(
      db,
    );
  },
};
