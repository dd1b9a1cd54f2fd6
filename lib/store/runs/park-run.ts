import { sql, type ExpressionBuilder } from "kysely";
import { isSettled, toolCallStates } from "#lib/approvals/states.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { prepared, preparedAt } from "#lib/store/engine/prepared.ts";
import type { RunStatus, Schema } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { holdRun, type Hold } from "./runs.ts";

/**
 * Marks a run, held by the transaction, as waiting for people if every unsettled call has an open question. It reads
 * the rows, so that an answer at the same time is not missed.
 */
export async function parkHeldRun(trx: Trx, runId: string): Promise<boolean> {
  return (await parked(trx, { runId })).numAffectedRows === 1n;
}

const parked = prepared((db, { runId }: { runId: string }) =>
  db.updateTable("runs").set({ status: "parked" }).where("id", "=", runId).where(onlyWaits),
);

/** Holds the run, then does the same. It is no progress: a run that only reads looks as if it waited at each start. */
export async function parkRun(database: Database, trx: Trx, hold: Hold): Promise<boolean> {
  await holdRun(database, trx, hold, { further: false });
  return parkHeldRun(trx, hold.runId);
}

/** Marks a parked run as working again, unless it still only waits. */
export async function wakeRun(trx: Trx, runId: string): Promise<void> {
  await woken(trx, { runId });
}

const woken = prepared((db, { runId }: { runId: string }) =>
  db
    .updateTable("runs")
    .set({ status: "running" })
    .where("id", "=", runId)
    .where("status", "=", "parked")
    .where((run) => run.not(onlyWaits(run))),
);

/** The same after an answer, with which the run has got further (see `holdRun`): earlier deaths count no more. */
export async function wakeAnsweredRun(trx: Trx, runId: string): Promise<void> {
  await answered(trx, { runId });
}

const answered = prepared((db, { runId }: { runId: string }) =>
  db
    .updateTable("runs")
    .set({
      losses: 0,
      status: (run) =>
        run
          .case()
          .when(run.and([run("status", "=", "parked"), run.not(onlyWaits(run))]))
          .then(sql.lit<RunStatus>("running"))
          .else(run.ref("status"))
          .end(),
    })
    .where("id", "=", runId),
);

/** Ends a run that is held under this fence if its calls are all settled; false while it has others, or is not held. */
export async function endSettledRun({ now }: Database, trx: Trx, hold: Hold): Promise<boolean> {
  return (await settled({ db: trx, now }, hold)).numAffectedRows === 1n;
}

const settled = preparedAt((db, { runId, fence }: Hold, now) =>
  db
    .updateTable("runs")
    .set({ status: "done", ended_at: sql<number>`${now}` })
    .where("id", "=", runId)
    .where("fence", "=", fence)
    .where("ended_at", "is", null)
    .where((run) => run.not(run.exists(unsettledCalls(run)))),
);

const unsettled = toolCallStates.filter((state) => !isSettled(state));

function unsettledCalls({ selectFrom }: ExpressionBuilder<Schema, "runs">) {
  return selectFrom("tool_calls")
    .select("tool_calls.id")
    .whereRef("tool_calls.run_id", "=", "runs.id")
    .where("tool_calls.state", "in", unsettled);
}

/** Some calls are unsettled, and each of them has an open question, or waits for a worker's calls that have one. */
export function onlyWaits(run: ExpressionBuilder<Schema, "runs">) {
  const openQuestion = run
    .selectFrom("approvals")
    .select("approvals.id")
    .where("approvals.status", "=", "pending")
    .whereRef("approvals.call_id", "=", sql.ref("tool_calls.id"));
  const callBelow = run
    .selectFrom("tool_calls as below")
    .select("below.id")
    .whereRef("below.parent_id", "=", sql.ref("tool_calls.id"))
    .where("below.state", "in", unsettled);
  const workable = unsettledCalls(run).where((call) =>
    call.and([call.not(call.exists(openQuestion)), call.not(call.exists(callBelow))]),
  );
  return run.and([run.exists(unsettledCalls(run)), run.not(run.exists(workable))]);
}
