import type { Migration } from "kysely";

/** Who rejected the definition of a tool that waits; null while nobody did. */
export const rejectedTools: Migration = {
  up: async (db) => {
    await db.schema.alterTable("tool_reviews").addColumn("rejected_by", "text").execute();
  },
};
