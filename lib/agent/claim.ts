import { isSettled } from "#lib/approvals/states.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import { scopeOf } from "#lib/gate/open-approval.ts";
import { resumptionOf } from "#lib/gate/stored-resumption.ts";
import type { StoredResult } from "#lib/gate/stored-result.ts";
import { approvalsOfRun, endApprovals } from "#lib/store/approvals.ts";
import { record } from "#lib/store/audit.ts";
import { touchChat } from "#lib/store/chats.ts";
import { inTransaction, type Trx } from "#lib/store/database.ts";
import { claimRun, holdRun, runById } from "#lib/store/runs.ts";
import type { ApprovalRow, RunRow, ToolCallRow } from "#lib/store/schema.ts";
import { orphanedCallsToUnknown, toolCallsOfRun } from "#lib/store/tool-calls.ts";
import type { Agent } from "./agent.ts";

/**
 * Takes a live run over under a new fence. Calls that the old holder left running become unknown (I8), questions whose
 * connection died with it are withdrawn. Null when the run has ended or somebody else took it.
 */
export async function claim(agent: Agent, runId: string): Promise<{ row: RunRow; onlyWaits: boolean } | null> {
  const { database, instance, announce } = agent.gate;
  const seen = await runById(database, runId);
  if (!seen) return null;
  const row = await inTransaction(database, async (trx) => {
    const claimed = await claimRun(database, trx, seen, instance);
    if (!claimed) return null;
    await abandonOrphans(agent, trx, claimed);
    return claimed;
  });
  if (!row) return null;
  const [calls, approvals] = await Promise.all([toolCallsOfRun(database, runId), approvalsOfRun(database, runId)]);
  const onlyWaits = waitsForPeople(calls, approvals);
  if (onlyWaits) {
    const version = await inTransaction(database, async (trx) => {
      await holdRun(database, trx, { runId, fence: row.fence }, { status: "parked" });
      return touchChat(database, trx, row.chat_id);
    });
    announce({ personId: row.person_id, chatId: row.chat_id, version });
  }
  return { row, onlyWaits };
}

async function abandonOrphans(agent: Agent, trx: Trx, run: RunRow): Promise<void> {
  const { database, instance } = agent.gate;
  const problem = "Countersign stopped while the tool was running";
  const result: StoredResult = { v: 1, kind: "unknown", text: messageToModel({ kind: "unknown", problem }) };
  const orphans = await orphanedCallsToUnknown(
    database,
    trx,
    { runId: run.id, fence: run.fence },
    JSON.stringify(result),
  );
  for (const call of orphans) {
    const scope = { personId: run.person_id, chatId: run.chat_id, runId: run.id, callId: call.id };
    await record(database, trx, scope, { kind: "call-unknown", reason: problem });
  }
  const lost = await trx
    .selectFrom("approvals")
    .select("id")
    .where("run_id", "=", run.id)
    .where("status", "=", "pending")
    .where("held_by", "is not", null)
    .where("held_by", "!=", instance)
    .execute();
  const decision = { action: "cancel", endedBy: "server-lost" };
  const ids = lost.map(({ id }) => id);
  for (const ended of await endApprovals(database, trx, { ids }, { status: "cancelled", decision })) {
    await record(database, trx, scopeOf(ended), {
      kind: "approval-ended",
      status: "cancelled",
      endedBy: "server-lost",
    });
  }
}

/** Whether every unsettled call waits for an answer that has not come: then nothing can be done but wait. */
function waitsForPeople(calls: ToolCallRow[], approvals: ApprovalRow[]): boolean {
  const open = calls.filter(({ state }) => !isSettled(state));
  return open.length > 0 && open.every((call) => call.state === "waiting" && hasOpenQuestion(call, approvals));
}

function hasOpenQuestion(call: ToolCallRow, approvals: ApprovalRow[]): boolean {
  const round = resumptionOf(call)?.round;
  return approvals.some(
    ({ call_id, status, request_key }) =>
      call_id === call.id &&
      status === "pending" &&
      (round === undefined || request_key === null || request_key.startsWith(`${round}:`)),
  );
}
