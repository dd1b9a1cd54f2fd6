import { sql, type Migration } from "kysely";

/** The order of the inbox for what others answer, of which a reviewer may have very much. */
export const waitingForOthers: Migration = {
  up: async (db) => {
    await sql`create index approvals_waiting_for_others on approvals (status, risk desc, requested_at, id)
      where who_kind != 'self'`.execute(db);
  },
};
