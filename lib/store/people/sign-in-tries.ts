import { sql } from "kysely";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";

/**
 * Counts one more try under this key and returns the number. The count begins again `windowMs` after its first try. One
 * statement, so that all tries at the same moment, in any number of processes, are counted.
 */
export async function countTry(database: Database, key: string, windowMs: number): Promise<number> {
  const { now } = database;
  return inTransaction(database, async (trx) => {
    await trx.deleteFrom("sign_in_tries").where("until", "<=", now).where("key", "!=", key).execute();
    const until = sql<number>`${now} + ${windowMs}`;
    const over = sql<boolean>`sign_in_tries.until <= ${now}`;
    const row = await trx
      .insertInto("sign_in_tries")
      .values({ key, count: 1, until })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet({
          count: sql<number>`case when ${over} then 1 else sign_in_tries.count + 1 end`,
          until: sql<number>`case when ${over} then excluded.until else sign_in_tries.until end`,
        }),
      )
      .returning("count")
      .executeTakeFirstOrThrow();
    return row.count;
  });
}

/** Deletes the count under a key. */
export async function forgetTries({ db }: Database, key: string): Promise<void> {
  await db.deleteFrom("sign_in_tries").where("key", "=", key).execute();
}
