import { sql } from "kysely";
import type { Database } from "./database.ts";
import type { RunStatus } from "#lib/store/schema/schema.ts";

/** What one query tells about the store. */
export type StoreState = {
  /** It answers but accepts no writes: a standby, a read-only disk, or one that failed. */
  readOnly: boolean;
  /** How long the run that waits longest for a holder has waited, in ms; 0 when none waits. */
  oldestWaitMs: number;
};

/** Queries the store once, at a cost that does not grow with it. */
export async function storeState({ db, dialect, now, canKeep }: Database): Promise<StoreState> {
  const { at, working, held, readOnly } = await db
    .selectNoFrom((none) => [
      sql<number>`${now}`.as("at"),
      none
        .selectFrom("runs")
        .select((all) => all.fn.min("lease_until").as("since"))
        .where("status", "=", sql.lit<RunStatus>("running"))
        .as("working"),
      none
        .selectFrom("runs")
        .select((all) => all.fn.min("lease_until").as("since"))
        .where("owner", "is not", null)
        .where("ended_at", "is", null)
        .as("held"),
      (dialect === "postgres" ? sql<string>`current_setting('transaction_read_only')` : sql<string>`'off'`).as(
        "readOnly",
      ),
    ])
    .executeTakeFirstOrThrow();
  // A lease that ends in the future has a holder.
  const since = Math.min(working ?? at, held ?? at);
  return { readOnly: readOnly === "on" || canKeep?.() === false, oldestWaitMs: Math.max(0, at - since) };
}
