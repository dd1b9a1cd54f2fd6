import type { Migration } from "kysely";

/** The index by person holds the whole order in which approvals are listed: a page far down reads no rows before it. */
export const approvalsInOrder: Migration = {
  up: async (db) => {
    await db.schema.dropIndex("approvals_by_person").execute();
    await db.schema
      .createIndex("approvals_by_person")
      .on("approvals")
      .columns(["person_id", "status", "requested_at", "id"])
      .execute();
  },
};
