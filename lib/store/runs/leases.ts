import { sql, type ExpressionBuilder } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { idLists } from "#lib/store/engine/id-lists.ts";
import { holdRun, type Hold } from "./runs.ts";
import { onlyWaits } from "./park-run.ts";
import type { RunRow, RunStatus, Schema } from "#lib/store/schema/schema.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";

/** Renews the leases of the runs that a process holds in memory; returns those that it still holds. */
export async function renewLeases(
  { db, now, leaseMs }: Database,
  owner: string,
  runIds: readonly string[],
): Promise<Pick<RunRow, "id" | "fence">[]> {
  const held: Pick<RunRow, "id" | "fence">[] = [];
  for (const ids of idLists(runIds)) {
    const renewed = await db
      .updateTable("runs")
      .set({ lease_until: sql<number>`${now} + ${leaseMs}` })
      .where("id", "in", ids)
      .where("owner", "=", owner)
      .where("ended_at", "is", null)
      .returning(["id", "fence"])
      .execute();
    held.push(...renewed);
  }
  return held;
}

/**
 * Live runs that a process must take over: runs to be worked on without a holder, and runs whose holder's lease lapsed,
 * even when they only wait. Parked runs without a holder need nothing.
 */
export async function runsToTake({ db, now }: Database, most: number): Promise<string[]> {
  const lapsed = sql<number>`(select ${now})`;
  const atWork = await db
    .selectFrom("runs")
    .select("id")
    .where("status", "=", sql.lit<RunStatus>("running"))
    .where("lease_until", "<=", lapsed)
    .limit(most)
    .execute();
  const held = await db
    .selectFrom("runs")
    .select("id")
    .where("owner", "is not", null)
    .where("ended_at", "is", null)
    .where("lease_until", "<=", lapsed)
    .limit(most)
    .execute();
  return [...new Set([...atWork, ...held].map(({ id }) => id))];
}

/** Ends all leases but this process's own: for a process that has just started alone on the store. */
export async function lapseLeases({ db, now }: Database, { except }: { except: string }): Promise<void> {
  await db
    .updateTable("runs")
    .set({ lease_until: sql<number>`${now}` })
    .where("owner", "is not", null)
    .where("owner", "!=", except)
    .where("ended_at", "is", null)
    .where("lease_until", ">", sql<number>`(select ${now})`)
    .execute();
}

/**
 * Claims a live run under a new fence and marks it as working. Undefined when it has ended, was claimed meanwhile, or
 * has a holder whose lease lasts: a healthy holder is never evicted, whatever a job says.
 */
export async function claimRun(
  { now, leaseMs }: Database,
  trx: Trx,
  { id, fence }: { id: string; fence: number },
  owner: string,
): Promise<RunRow | undefined> {
  return trx
    .updateTable("runs")
    .set({
      owner,
      status: "running",
      fence: sql<number>`fence + 1`,
      lease_until: sql<number>`${now} + ${leaseMs}`,
      // The owner let its lease lapse: the process died, perhaps because of this run, if it worked on it.
      losses: sql<number>`case when owner is null or status = 'parked' then losses else losses + 1 end`,
    })
    .where("id", "=", id)
    .where("fence", "=", fence)
    .where("status", "in", ["running", "parked"])
    .where(nobodyHolds(now))
    .returningAll()
    .executeTakeFirst();
}

/** Whether a live run has no holder that would hear of its answer. The caller's transaction has locked it. */
export async function isUnheld({ now }: Database, trx: Trx, runId: string): Promise<boolean> {
  return (await unheldRun({ db: trx, now }, { runId })).rows.length > 0;
}

const unheldRun = preparedAt((db, { runId }: { runId: string }, now) =>
  db.selectFrom("runs").select("id").where("id", "=", runId).where("ended_at", "is", null).where(nobodyHolds(now)),
);

function nobodyHolds(now: Database["now"]) {
  return (run: ExpressionBuilder<Schema, "runs">) =>
    run.or([run("owner", "is", null), run("lease_until", "<=", sql<number>`${now}`)]);
}

/**
 * Releases a run that only waits for people: from then on nothing in memory can write for it. False when it does not
 * only wait, or when one of its calls waits for an answer that only this process can carry to its server. Throws
 * `RunLost` when this fence does not hold the run.
 */
export async function releaseRun(database: Database, trx: Trx, hold: Hold): Promise<boolean> {
  await holdRun(database, trx, hold, { further: false });
  const result = await trx
    .updateTable("runs")
    .set(unheld(database))
    .where("id", "=", hold.runId)
    .where("status", "=", "parked")
    .where(onlyWaits)
    .where((run) => run.not(run.exists(startedCalls(run))))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Releases a run for another process to resume, as if it had never been claimed. Null while one of its calls runs and
 * does not wait for a person, unless that call may be left behind: the next holder marks it unknown. Throws `RunLost`
 * when this fence does not hold the run.
 */
export async function handOverRun(
  database: Database,
  trx: Trx,
  hold: Hold,
  { leaveCalls }: { leaveCalls: boolean },
): Promise<"parked" | "running" | null> {
  if (await releaseRun(database, trx, hold)) return "parked";
  const result = await trx
    .updateTable("runs")
    // Also for a run that waits for its server's question: somebody must tell its people that the server is gone.
    .set({ ...unheld(database), status: "running" })
    .where("id", "=", hold.runId)
    .$if(!leaveCalls, (runs) =>
      runs.where((run) => run.or([run("status", "=", "parked"), run.not(run.exists(startedCalls(run)))])),
    )
    .executeTakeFirst();
  return result.numUpdatedRows === 1n ? "running" : null;
}

function unheld({ now }: Database) {
  return { owner: null, fence: sql<number>`fence + 1`, lease_until: sql<number>`${now}` };
}

function startedCalls({ selectFrom }: ExpressionBuilder<Schema, "runs">) {
  return selectFrom("tool_calls")
    .select("tool_calls.id")
    .whereRef("tool_calls.run_id", "=", "runs.id")
    .where("tool_calls.state", "in", ["cleared", "running"]);
}
