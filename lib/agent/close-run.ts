import type { EndedBy } from "#lib/approvals/decision.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import type { Notice } from "#lib/chat/chat-message.ts";
import { scopeOf } from "#lib/gate/open-approval.ts";
import type { StoredResult } from "#lib/gate/stored-result.ts";
import { endApprovals } from "#lib/store/approvals.ts";
import { record } from "#lib/store/audit.ts";
import { touchChat } from "#lib/store/chats.ts";
import { inTransaction, type Trx } from "#lib/store/database.ts";
import { messageOf, saveMessage } from "#lib/store/messages.ts";
import { endRun } from "#lib/store/runs.ts";
import type { RunRow } from "#lib/store/schema.ts";
import { finishToolCall, refuseUnstartedCalls, toolCallsOfRun } from "#lib/store/tool-calls.ts";
import type { Agent } from "./agent.ts";
import { presentRun } from "./present-message.ts";
import { withNotice } from "./run-answer.ts";

type Closing = { status: "stopped" | "failed"; endedBy: EndedBy; notice: Notice | null };

/**
 * Ends a live run from outside, in one transaction: its open questions are cancelled, its calls that have not started
 * never will. False when the run had already ended. A run in memory then notices by its abort signal.
 */
export async function closeRun(agent: Agent, runId: string, closing: Closing): Promise<boolean> {
  const { database, announce } = agent.gate;
  const closed = await inTransaction(database, async (trx) => {
    const row = await closeRunIn(agent, trx, runId, closing);
    return row ? { row, version: await touchChat(database, trx, row.chat_id) } : null;
  });
  if (!closed) return false;
  const { row } = closed;
  let { version } = closed;
  if (!agent.hot.has(runId)) version = await saveColdMessage(agent, row, closing.notice);
  announce({ personId: row.person_id, chatId: row.chat_id, version });
  return true;
}

/** The same within a caller's transaction; the caller announces, and saves the message of a run that is not in memory. */
export async function closeRunIn(agent: Agent, trx: Trx, runId: string, closing: Closing): Promise<RunRow | undefined> {
  const { database } = agent.gate;
  const { status, endedBy } = closing;
  const row = await endRun(database, trx, runId, status);
  if (!row) return undefined;
  const decision = { action: "cancel" as const, endedBy };
  const text = messageToModel({ kind: "not-accepted", status: "cancelled", decision: { ...decision, at: 0 } });
  const result: StoredResult = { v: 1, kind: "refusal", text, asked: true };
  for (const ended of await endApprovals(database, trx, { runId }, { status: "cancelled", decision })) {
    await record(database, trx, scopeOf(ended), { kind: "approval-ended", status: "cancelled", endedBy });
  }
  await refuseUnstartedCalls(database, trx, runId, JSON.stringify(result));
  return row;
}

/** Stores the final message of a run that no process holds. */
export async function saveColdMessage(agent: Agent, run: RunRow, notice: Notice | null): Promise<number> {
  const { database } = agent.gate;
  const stored = await database.db
    .selectFrom("messages")
    .selectAll()
    .where("chat_id", "=", run.chat_id)
    .where("id", "=", run.message_id)
    .executeTakeFirst();
  const message = stored ? await presentRun(database, run.id, messageOf(stored)) : null;
  return inTransaction(database, async (trx) => {
    if (message) await saveMessage(trx, run.chat_id, notice ? withNotice(message, notice) : message);
    return touchChat(database, trx, run.chat_id);
  });
}

/** Calls in flight that did not say how they ended when their run was stopped: nobody knows. */
export async function settleAbandonedCalls(agent: Agent, run: RunRow): Promise<void> {
  const { database } = agent.gate;
  const problem = "the run was stopped while the tool was running";
  const result: StoredResult = { v: 1, kind: "unknown", text: messageToModel({ kind: "unknown", problem }) };
  for (const call of await toolCallsOfRun(database, run.id)) {
    if (call.state !== "running" || call.started_fence !== run.fence) continue;
    await inTransaction(database, async (trx) => {
      const end = { to: "unknown" as const, result_json: JSON.stringify(result) };
      if (!(await finishToolCall(database, trx, { id: call.id, fence: run.fence }, end))) return;
      const scope = { personId: run.person_id, chatId: run.chat_id, runId: run.id, callId: call.id };
      await record(database, trx, scope, { kind: "call-unknown", reason: problem });
    });
  }
}
