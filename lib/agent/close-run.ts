import type { EndedBy } from "#lib/approvals/decision.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import type { Notice } from "#lib/chat/chat-message.ts";
import { scopeOf } from "#lib/gate/open-approval.ts";
import { refusal, type StoredResult } from "#lib/gate/stored-result.ts";
import { endApprovals } from "#lib/store/approvals.ts";
import { record } from "#lib/store/audit.ts";
import { touchChat } from "#lib/store/chats.ts";
import { inTransaction, type Trx } from "#lib/store/database.ts";
import { messageOf, saveMessage } from "#lib/store/messages.ts";
import { endRun } from "#lib/store/runs.ts";
import type { RunRow } from "#lib/store/schema.ts";
import {
  finishToolCall,
  interruptedCallsToUnknown,
  refuseUnstartedCalls,
  toolCallsOfRun,
} from "#lib/store/tool-calls.ts";
import type { Agent } from "./agent.ts";
import { presentRun } from "./present-message.ts";
import { withNotice } from "./run-answer.ts";

type Closing = { status: "stopped" | "failed"; endedBy: EndedBy };

/**
 * Ends a live run from outside, in one transaction: its open questions are cancelled, its calls that have not started
 * never will. Undefined when the run had already ended. A run in memory then hears of it by its abort signal; the
 * message of any other is left to the caller (`saveColdMessage`).
 */
export async function closeRun(agent: Agent, runId: string, closing: Closing): Promise<RunRow | undefined> {
  const { database, announce } = agent.gate;
  const closed = await inTransaction(database, async (trx) => {
    const row = await endRun(database, trx, runId, closing.status);
    if (!row) return null;
    await closeCalls(agent, trx, row, closing.endedBy);
    return { row, version: await touchChat(database, trx, row.chat_id) };
  });
  if (!closed) return undefined;
  const { row, version } = closed;
  announce({ personId: row.person_id, chatId: row.chat_id, version });
  return row;
}

/** Every change with its audit row (I5). A call that had started and waits for an answer to its server is unknown. */
async function closeCalls(agent: Agent, trx: Trx, run: RunRow, endedBy: EndedBy): Promise<void> {
  const { database } = agent.gate;
  const decision = { action: "cancel" as const, endedBy };
  for (const ended of await endApprovals(database, trx, { runId: run.id }, { status: "cancelled", decision })) {
    await record(database, trx, scopeOf(ended), { kind: "approval-ended", status: "cancelled", endedBy });
  }
  const scope = { personId: run.person_id, chatId: run.chat_id, runId: run.id };
  const reason = messageToModel({ kind: "not-accepted", status: "cancelled", decision: { ...decision, at: 0 } });
  const refused = JSON.stringify(refusal(reason, true));
  for (const { id, digest, wire_name: tool } of await refuseUnstartedCalls(database, trx, run.id, refused)) {
    await record(database, trx, { ...scope, callId: id }, { kind: "call-refused", reason, digest, tool });
  }
  const text = messageToModel({ kind: "question-ended", decision: { ...decision, at: 0 } });
  const unknown: StoredResult = { v: 1, kind: "unknown", text };
  for (const { id } of await interruptedCallsToUnknown(database, trx, run.id, JSON.stringify(unknown))) {
    await record(database, trx, { ...scope, callId: id }, { kind: "call-unknown", reason: text });
  }
}

/** Stores the final message of a run that no process holds. */
export async function saveColdMessage(agent: Agent, run: RunRow, notice: Notice | null): Promise<void> {
  const { database, announce } = agent.gate;
  const stored = await database.db
    .selectFrom("messages")
    .selectAll()
    .where("chat_id", "=", run.chat_id)
    .where("id", "=", run.message_id)
    .executeTakeFirst();
  const message = stored ? await presentRun(database, run.id, messageOf(stored)) : null;
  if (!message) return;
  const version = await inTransaction(database, async (trx) => {
    await saveMessage(trx, run.chat_id, notice ? withNotice(message, notice) : message);
    return touchChat(database, trx, run.chat_id);
  });
  announce({ personId: run.person_id, chatId: run.chat_id, version });
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
