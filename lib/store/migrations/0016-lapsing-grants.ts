import { sql, type Migration } from "kysely";

/** Those whose time comes are looked for every second. */
export const lapsingGrants: Migration = {
  up: async (db) => {
    await db.schema
      .createIndex("grants_lapsing")
      .on("grants")
      .column("until")
      .where(sql.ref("ended_at"), "is", null)
      .execute();
  },
};
