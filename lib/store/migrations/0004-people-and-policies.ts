import type { Migration } from "kysely";

/** Roles of people, who may answer a question and how risky it is, policies of a chat, and the path of agents to a call. */
export const peopleAndPolicies: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("people")
      .addColumn("role", "text", (column) => column.notNull().defaultTo("owner"))
      .execute();
    await db.schema.alterTable("people").addColumn("email", "text").execute();
    await db.schema.alterTable("people").addColumn("disabled_at", "bigint").execute();
    await db.schema
      .alterTable("approvals")
      .addColumn("risk", "integer", (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema
      .alterTable("approvals")
      .addColumn("who_json", "text", (column) => column.notNull().defaultTo('{"kind":"self"}'))
      .execute();
    await db.schema.alterTable("chats").addColumn("policy", "text").execute();
    await db.schema
      .alterTable("tool_calls")
      .addColumn("agents_json", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
  },
};
