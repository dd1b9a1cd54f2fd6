import { sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * The database clock, Unix ms. PostgreSQL reads its clock again wherever a statement names it, so a value that must be
 * one moment is read once, with this.
 */
export async function clockOf({ db, now }: Pick<Database, "db" | "now">): Promise<number> {
  const { at } = await db.selectNoFrom(sql<number>`${now}`.as("at")).executeTakeFirstOrThrow();
  return Number(at);
}
