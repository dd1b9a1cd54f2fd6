import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";

/** Whether so many wait on this PostgreSQL database for a row that another transaction has. */
export async function waitsForLock({ db }: Database, count = 1): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows.length >= count;
}
