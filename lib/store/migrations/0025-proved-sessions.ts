import type { Migration } from "kysely";

/** Sessions of before were worth something to whoever had their cookie alone, as servers on other ports could. They end. */
export const provedSessions: Migration = {
  up: async (db) => {
    await db.deleteFrom("sessions").execute();
  },
};
