import type { Migration } from "kysely";

/** By which way the client of a call was asked, and for how long it held the call open. */
export const heldCalls: Migration = {
  up: async (db) => {
    await db.schema.alterTable("gateway_calls").addColumn("asked_by", "text").execute();
    await db.schema
      .alterTable("gateway_calls")
      .addColumn("held_ms", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
