import { sql, type ExpressionBuilder } from "kysely";
import type { ToolCallState } from "#lib/approvals/states.ts";
import { agentsServerId } from "#lib/approvals/agents-server.ts";
import { expectOne, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { idLists } from "#lib/store/engine/id-lists.ts";
import { prepared, preparedAt } from "#lib/store/engine/prepared.ts";
import type { ApprovalRow, Schema } from "#lib/store/schema/schema.ts";
import { mostExtensions } from "./insert-approval.ts";
import { answerableBy, isSignedByEnough } from "#lib/store/people/answerer-predicates.ts";

export async function approvalById(database: Database, id: string): Promise<ApprovalRow | undefined> {
  return (await byId(database.db, { id })).rows[0];
}

const byId = prepared((db, { id }: { id: string }) => db.selectFrom("approvals").selectAll().where("id", "=", id));

/** Those of the given approvals that are settled. */
export async function settledAmong({ db }: Database, ids: readonly string[]): Promise<string[]> {
  const settled: string[] = [];
  for (const list of idLists(ids)) {
    const rows = await db
      .selectFrom("approvals")
      .select("id")
      .where("id", "in", list)
      .where("status", "!=", "pending")
      .execute();
    settled.push(...rows.map(({ id }) => id));
  }
  return settled;
}

/** Oldest first. */
export async function approvalsOfCall(database: Database, callId: string): Promise<ApprovalRow[]> {
  return (await ofCall(database.db, { callId })).rows;
}

const ofCall = prepared((db, { callId }: { callId: string }) =>
  db.selectFrom("approvals").selectAll().where("call_id", "=", callId).orderBy("requested_at").orderBy("id"),
);

/** Of several calls, oldest first. */
export async function approvalsOfCalls({ db }: Database, callIds: readonly string[]): Promise<ApprovalRow[]> {
  const all: ApprovalRow[] = [];
  for (const list of idLists(callIds)) {
    all.push(...(await db.selectFrom("approvals").selectAll().where("call_id", "in", list).execute()));
  }
  return all.toSorted((one, other) => one.requested_at - other.requested_at || (one.id < other.id ? -1 : 1));
}

/** The same, with the state of the call. */
export async function approvalsWithCall(
  database: Database,
  callId: string,
): Promise<(ApprovalRow & { call_state: ToolCallState })[]> {
  return (await withCall(database.db, { callId })).rows;
}

const withCall = prepared((db, { callId }: { callId: string }) =>
  db
    .selectFrom("approvals")
    .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
    .selectAll("approvals")
    .select("tool_calls.state as call_state")
    .where("approvals.call_id", "=", callId)
    .orderBy("requested_at")
    .orderBy("approvals.id"),
);

/** Oldest first. */
export async function approvalsOfRun(database: Database, runId: string): Promise<ApprovalRow[]> {
  return (await ofRun(database.db, { runId })).rows;
}

const ofRun = prepared((db, { runId }: { runId: string }) =>
  db.selectFrom("approvals").selectAll().where("run_id", "=", runId).orderBy("requested_at").orderBy("id"),
);

type Answer = {
  id: string;
  personId: string;
  /** Whether a client says that this person answered: then nobody here did. */
  attested?: boolean;
  digest: string;
  status: "accepted" | "declined" | "cancelled";
  /** The decision without its time, which is the database's. */
  decision: object;
  answerHash: string;
};

/**
 * Stores a person's answer by compare-and-set. It changes the row only while it is pending (I1), by somebody who may
 * answer at this moment (B11), before its deadline on the database clock (A5), and for the digest that was shown (A1,
 * A8). Where several must sign, it accepts only once enough of them did. Undefined when nothing changed.
 */
export async function answerApproval(
  { now }: Database,
  trx: Trx,
  { decision, attested = false, ...answer }: Answer,
): Promise<ApprovalRow | undefined> {
  const by = attested ? null : answer.personId;
  return (await answered({ db: trx, now }, { ...answer, by, decision: JSON.stringify(decision) })).rows[0];
}

type Written = Omit<Answer, "decision" | "attested"> & { decision: string; by: string | null };

const answered = preparedAt((db, { id, personId, by, digest, status, decision, answerHash }: Written, now) =>
  db
    .updateTable("approvals")
    .set({
      status,
      decision_json: decision,
      decided_by: by,
      decided_at: sql<number>`${now}`,
      answer_hash: answerHash,
    })
    .where("id", "=", id)
    .where(answerableBy({ now }, personId))
    .where((row) => row.or([sql<boolean>`cast(${status} as text) != 'accepted'`, isSignedByEnough({ now }, row)]))
    .where("digest", "=", digest)
    .where("status", "=", "pending")
    .where("expires_at", ">", sql<number>`${now}`)
    .returningAll(),
);

/** Which of the pending approvals end. */
export type EndedApprovals = { ids: string[] } | { callId: string } | { runId: string } | { dueOfRun: string };
type Ending = { status: "cancelled" | "expired"; decision: object };

/** Ends every pending approval that `which` selects; returns those that it ended. */
export async function endApprovals(
  { now }: Database,
  trx: Trx,
  which: EndedApprovals,
  { status, decision }: Ending,
): Promise<ApprovalRow[]> {
  if ("ids" in which && which.ids.length === 0) return [];
  let update = trx
    .updateTable("approvals")
    .set({ status, decision_json: JSON.stringify(decision), decided_at: sql<number>`${now}` })
    .where("status", "=", "pending");
  if ("ids" in which) update = update.where("id", "in", which.ids);
  else if ("callId" in which) update = update.where("call_id", "=", which.callId);
  else if ("runId" in which) update = update.where("run_id", "=", which.runId);
  else update = update.where("run_id", "=", which.dueOfRun).where("expires_at", "<=", sql<number>`${now}`);
  return update.returningAll().execute();
}

/** Runs with a question whose deadline has passed, taken from the first `most` such questions. */
export async function runsWithDueApprovals({ db, now }: Database, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("approvals")
    .select("run_id")
    // A literal, so that the planner uses the partial index. The clock is read once, so that the index can be searched
    // by it. A `distinct` in the database would walk through all open questions in the order of their runs.
    .where("status", "=", sql.lit("pending"))
    .where("expires_at", "<=", sql<number>`(select ${now})`)
    .orderBy("expires_at")
    .limit(most)
    .execute();
  return [...new Set(rows.map(({ run_id }) => run_id))];
}

type Unstarted = { startWithinMs: number };

/**
 * Runs with a call that was approved and never started. Reads only runs that should be working, so that the cost of the
 * sweep, every second, does not grow with the history.
 */
export async function runsWithUnstarted(
  { db, now }: Database,
  { startWithinMs, most }: Unstarted & { most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("runs")
    .innerJoin("approvals", "approvals.run_id", "runs.id")
    .select("runs.id")
    .where("runs.status", "=", sql.lit("running"))
    .where("approvals.status", "=", "accepted")
    .where("approvals.kind", "=", "tool-call")
    .where("approvals.decided_at", "<=", sql<number>`(select ${now}) - ${startWithinMs}`)
    .where((row) => row.exists(unstartedCall(row)))
    .limit(most)
    .execute();
  return [...new Set(rows.map(({ id }) => id))];
}

/** Expires approvals that were accepted and whose call never started. */
export function expireUnstarted(
  { now }: Database,
  trx: Trx,
  { runId, startWithinMs }: Unstarted & { runId: string },
): Promise<ApprovalRow[]> {
  return trx
    .updateTable("approvals")
    .set({ status: "expired" })
    .where("run_id", "=", runId)
    .where("status", "=", "accepted")
    .where("kind", "=", "tool-call")
    .where("decided_at", "<=", sql<number>`${now} - ${startWithinMs}`)
    .where((row) => row.exists(unstartedCall(row)))
    .returningAll()
    .execute();
}

/** Whether the call has not started. A call that waits for its server's question has started. */
function unstartedCall({ selectFrom }: ExpressionBuilder<Schema, "approvals">) {
  return (
    selectFrom("tool_calls")
      .select("tool_calls.id")
      .whereRef("tool_calls.id", "=", "approvals.call_id")
      .where("tool_calls.state", "=", "waiting")
      .where("tool_calls.started_fence", "is", null)
      // A delegation starts its work at once; its own call starts when the work is done.
      .where("tool_calls.server_id", "!=", agentsServerId)
  );
}

/** Locks an accepted approval, so that its expiry and its start cannot both win. Throws `StaleWrite` when it is not. */
export async function holdAccepted(trx: Trx, id: string): Promise<void> {
  // A write that changes no value: it takes the row's lock.
  const { numAffectedRows = 0n } = await heldAccepted(trx, { id });
  expectOne({ numUpdatedRows: numAffectedRows }, `accepted approval ${id}`);
}

const heldAccepted = prepared((db, { id }: { id: string }) =>
  db.updateTable("approvals").set({ status: "accepted" }).where("id", "=", id).where("status", "=", "accepted"),
);

/** Adds one timeout to an open approval's deadline; undefined when it is settled, due, or was extended ten times. */
export async function extendApproval(
  { now }: Database,
  trx: Trx,
  of: { id: string; personId: string },
): Promise<ApprovalRow | undefined> {
  return trx
    .updateTable("approvals")
    .set({
      expires_at: sql<number>`expires_at + timeout_ms`,
      extensions: sql<number>`extensions + 1`,
    })
    .where("id", "=", of.id)
    .where(answerableBy({ now }, of.personId))
    .where("status", "=", "pending")
    .where("expires_at", ">", sql<number>`${now}`)
    .where("extensions", "<", mostExtensions)
    .returningAll()
    .executeTakeFirst();
}
