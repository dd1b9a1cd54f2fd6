import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";

/** After a large change: what PostgreSQL does by itself within minutes, or in the middle of a measurement. */
export async function settle({ db, dialect }: Database): Promise<void> {
  await (dialect === "postgres" ? sql`vacuum analyze` : sql`analyze`).execute(db);
}
