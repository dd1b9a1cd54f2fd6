import { sql } from "kysely";
import { expectOne, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { prepared, preparedAt } from "#lib/store/engine/prepared.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { wasDeclined } from "#lib/store/calls/was-declined.ts";

export async function toolCallById(database: Database, id: string): Promise<ToolCallRow> {
  const [call] = (await callById(database.db, { id })).rows;
  if (!call) throw new Error(`There is no tool call ${id}.`);
  return call;
}

const callById = prepared((db, { id }: { id: string }) => db.selectFrom("tool_calls").selectAll().where("id", "=", id));

/** In the order the model proposed them. */
export async function toolCallsOfRun(database: Database, runId: string): Promise<ToolCallRow[]> {
  return (await callsOfRun(database.db, { runId })).rows;
}

const callsOfRun = prepared((db, { runId }: { runId: string }) =>
  db.selectFrom("tool_calls").selectAll().where("run_id", "=", runId).orderBy("step").orderBy("position"),
);

/** What the results of a run's calls hold together. */
export async function bytesOfResults(trx: Trx, runId: string): Promise<number> {
  const [found] = (await resultsOfRun(trx, { runId })).rows;
  return found?.bytes ?? 0;
}

const resultsOfRun = prepared((db, { runId }: { runId: string }) =>
  db
    .selectFrom("tool_calls")
    .select(sql<number | null>`sum(octet_length(result_json))`.as("bytes"))
    .where("run_id", "=", runId),
);

/** The ids by which the models of a chat know its calls. */
export async function toolCallIdsOf({ db }: Database, chatId: string): Promise<string[]> {
  const rows = await db.selectFrom("tool_calls").select("tool_call_id").where("chat_id", "=", chatId).execute();
  return rows.map((row) => row.tool_call_id);
}

/** The calls of a run that a person declined. */
export async function declinedCallsOfRun(
  { db }: Database,
  runId: string,
): Promise<Pick<ToolCallRow, "digest" | "wire_name">[]> {
  return (await declinedCalls(db, { runId })).rows;
}

const declinedCalls = prepared((db, { runId }: { runId: string }) =>
  db
    .selectFrom("approvals")
    .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
    .select(["tool_calls.digest", "tool_calls.wire_name"])
    .where("approvals.run_id", "=", runId)
    .where(wasDeclined)
    .where("approvals.kind", "=", "tool-call"),
);

/** Whether a call is running under this fence. */
export async function isRunning(trx: Trx, of: { id: string; fence: number }): Promise<boolean> {
  const row = await trx
    .selectFrom("tool_calls")
    .select("id")
    .where("id", "=", of.id)
    .where("state", "=", "running")
    .where("started_fence", "=", of.fence)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the running call of the holder of `fence`; false when it was already settled. */
export async function finishToolCall(
  { now }: Database,
  trx: Trx,
  of: { id: string; fence: number },
  end: { to: "done" | "failed" | "unknown"; result_json: string },
): Promise<boolean> {
  return (await finished({ db: trx, now }, { ...of, ...end })).numAffectedRows === 1n;
}

type Finish = { id: string; fence: number; to: "done" | "failed" | "unknown"; result_json: string };

const finished = preparedAt((db, { id, fence, to, result_json }: Finish, now) =>
  db
    .updateTable("tool_calls")
    .set({ state: to, result_json, ended_at: sql<number>`${now}` })
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("started_fence", "=", fence),
);

/** Refuses every call of a run that has not started (I4: failures mean not run); returns them. */
export async function refuseUnstartedCalls(
  { now }: Database,
  trx: Trx,
  runId: string,
  resultJson: string,
): Promise<ToolCallRow[]> {
  return trx
    .updateTable("tool_calls")
    .set({ state: "refused", result_json: resultJson, ended_at: sql<number>`${now}` })
    .where("run_id", "=", runId)
    .where("state", "in", ["proposed", "waiting", "cleared"])
    .where("started_fence", "is", null)
    .returningAll()
    .execute();
}

/** Marks started calls of a run that wait for an answer to their server as unknown; returns them. */
export async function interruptedCallsToUnknown(
  { now }: Database,
  trx: Trx,
  runId: string,
  resultJson: string,
): Promise<ToolCallRow[]> {
  return trx
    .updateTable("tool_calls")
    .set({ state: "unknown", result_json: resultJson, ended_at: sql<number>`${now}` })
    .where("run_id", "=", runId)
    .where("state", "=", "waiting")
    .where("started_fence", "is not", null)
    .returningAll()
    .execute();
}

/**
 * Marks calls that an older fence left running as unknown (I8: unknown after a crash), except those that `isKept`
 * selects; returns them.
 */
export async function orphanedCallsToUnknown(
  { now }: Database,
  trx: Trx,
  of: { runId: string; fence: number },
  isKept: (call: ToolCallRow) => boolean,
  resultJson: string,
): Promise<ToolCallRow[]> {
  const orphans = await trx
    .selectFrom("tool_calls")
    .selectAll()
    .where("run_id", "=", of.runId)
    .where("state", "=", "running")
    .where("started_fence", "<", of.fence)
    .execute();
  const lost = orphans.filter((call) => !isKept(call));
  for (const { id } of lost) {
    await trx
      .updateTable("tool_calls")
      .set({ state: "unknown", result_json: resultJson, ended_at: sql<number>`${now}` })
      .where("id", "=", id)
      .where("state", "=", "running")
      .executeTakeFirst()
      .then((result) => expectOne(result, `running tool call ${id}`));
  }
  return lost;
}

/** Moves a running call from an older fence to a new one; throws `StaleWrite` when it was settled meanwhile. */
export async function restartToolCall(
  trx: Trx,
  { id, started_fence }: Pick<ToolCallRow, "id" | "started_fence">,
  fence: number,
): Promise<void> {
  // The first start time stays.
  const result = await trx
    .updateTable("tool_calls")
    .set({ started_fence: fence })
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("started_fence", "=", started_fence)
    .executeTakeFirst();
  expectOne(result, `running tool call ${id}`);
}

/** Writes down how a running call goes on; throws `StaleWrite` when it was settled, or taken over, meanwhile. */
export async function keepResumption(trx: Trx, of: { id: string; fence: number }, json: string): Promise<void> {
  const result = await trx
    .updateTable("tool_calls")
    .set({ resumption_json: json })
    .where("id", "=", of.id)
    .where("state", "=", "running")
    .where("started_fence", "=", of.fence)
    .executeTakeFirst();
  expectOne(result, `running tool call ${of.id}`);
}

/** Whether a call first started less than so long ago. */
export async function wasStartedWithin({ db, now }: Database, id: string, ms: number): Promise<boolean> {
  const row = await db
    .selectFrom("tool_calls")
    .select("id")
    .where("id", "=", id)
    .where("started_at", ">", sql<number>`(select ${now}) - ${ms}`)
    .executeTakeFirst();
  return row !== undefined;
}
