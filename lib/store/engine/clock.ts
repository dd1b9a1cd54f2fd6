import { sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * The database's clock, Unix ms. PostgreSQL reads its clock anew wherever a statement names it: whatever must be one and
 * the same moment is read once, with this.
 */
export async function clockOf({ db, now }: Pick<Database, "db" | "now">): Promise<number> {
  const { at } = await db.selectNoFrom(sql<number>`${now}`.as("at")).executeTakeFirstOrThrow();
  return Number(at);
}
