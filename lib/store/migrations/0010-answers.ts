import { sql, type Migration } from "kysely";

/** Who may answer a question, so that a statement can ask for it, and every answer where several people sign. */
export const answers: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("approvals")
      .addColumn("who_kind", "text", (column) => column.notNull().defaultTo("self"))
      .execute();
    await db.schema
      .alterTable("approvals")
      .addColumn("needed", "integer", (column) => column.notNull().defaultTo(1))
      .execute();
    // The few that somebody else answers. Those of a chat, and by status in the order in which they are listed.
    await db.schema
      .createIndex("approvals_of_others_by_chat")
      .on("approvals")
      .column("chat_id")
      .where(sql.ref("who_kind"), "!=", sql.lit("self"))
      .execute();
    await db.schema
      .createIndex("approvals_of_others")
      .on("approvals")
      .columns(["status", "requested_at", "id"])
      .where(sql.ref("who_kind"), "!=", sql.lit("self"))
      .execute();
    await db.schema
      .createIndex("approvals_of_others_decided")
      .on("approvals")
      .column("decided_at")
      .where(sql.ref("who_kind"), "!=", sql.lit("self"))
      .execute();
    // How much a person was asked lately.
    await db.schema.createIndex("approvals_asked").on("approvals").columns(["person_id", "requested_at"]).execute();
    await db.schema
      .createTable("approval_signers")
      .addColumn("approval_id", "text", (column) => column.notNull().references("approvals.id").onDelete("cascade"))
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("approval_signers_key", ["approval_id", "kind", "name"])
      .execute();
    await db.schema
      .createTable("approval_answers")
      .addColumn("approval_id", "text", (column) => column.notNull().references("approvals.id").onDelete("cascade"))
      .addColumn("person_id", "text", (column) => column.notNull())
      .addColumn("action", "text", (column) => column.notNull())
      .addColumn("note", "text")
      .addColumn("via", "text", (column) => column.notNull())
      .addColumn("answer_hash", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("approval_answers_key", ["approval_id", "person_id"])
      .execute();
  },
};
