import type { Migration } from "kysely";

/** Ways to find records of the audit trail by what, which call and when. */
export const trail: Migration = {
  up: async (db) => {
    await db.schema.createIndex("audit_by_kind").on("audit").columns(["kind", "seq"]).execute();
    await db.schema.createIndex("audit_by_call").on("audit").columns(["call_id", "seq"]).execute();
    await db.schema.createIndex("audit_by_time").on("audit").columns(["at", "seq"]).execute();
    await db.schema.createIndex("audit_by_approval").on("audit").columns(["approval_id", "seq"]).execute();
    await db.schema
      .createIndex("approvals_by_decider")
      .on("approvals")
      .columns(["decided_by", "person_id", "id"])
      .execute();
    await db.schema.createIndex("tool_calls_by_tool").on("tool_calls").columns(["tool_name", "id"]).execute();
    await db.schema.createIndex("approvals_by_time").on("approvals").columns(["requested_at"]).execute();
  },
};
