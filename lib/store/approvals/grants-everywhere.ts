import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { GrantRow } from "#lib/store/schema/grants-table.ts";

/** The grants of a person for every chat, in force, whatever tool they are for. */
export async function grantsEverywhere({ db, now }: Database, personId: string): Promise<GrantRow[]> {
  return db
    .selectFrom("grants")
    .selectAll()
    .where("person_id", "=", personId)
    .where("chat_id", "is", null)
    .where("ended_at", "is", null)
    .where(({ or, eb }) => or([eb("until", "is", null), eb("until", ">", sql<number>`(select ${now})`)]))
    .orderBy("given_at")
    .orderBy("id")
    .execute();
}
