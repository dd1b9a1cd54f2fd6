import type { Unanswered } from "#lib/approvals/decision.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import type { Notice } from "#lib/approvals/notice.ts";
import type { OpenCards } from "#lib/chat/chat-summary.ts";
import { endQuestions } from "#lib/gate/ask/end-questions.ts";
import { cancelTaskOf } from "#lib/gate/run/cancel-task-of.ts";
import { changeChat } from "#lib/gate/contract/change-chat.ts";
import { refusal, unknownResult, type StoredResult } from "#lib/gate/contract/stored-result.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { isReadable, messageById, messageOf, saveMessage } from "#lib/store/chats/messages.ts";
import { endRun, lockRun, runById } from "#lib/store/runs/runs.ts";
import type { ApprovalRow, RunRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import {
  finishToolCall,
  interruptedCallsToUnknown,
  refuseUnstartedCalls,
  toolCallsOfRun,
} from "#lib/store/calls/tool-calls.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { presentRun } from "#lib/agent/stream/present-message.ts";
import { withNotice } from "#lib/agent/step/run-answer.ts";

/** Whether the questions that wait for people may end with it. By default they may. */
export type WithCards = { mayCancel?: boolean };
type Closing = WithCards & { status: "stopped" | "failed"; endedBy: Unanswered; notice: Notice | null };

/** It would have cancelled what waits for people. Nothing was changed. */
export class CardsWait extends Error {
  override name = "CardsWait";
  /** How many wait, and how many of them for others than the person whose chat it is. */
  readonly cards: OpenCards;

  constructor(cancelled: readonly ApprovalRow[]) {
    super("Cards wait for people.");
    const others = cancelled.filter(({ who_kind }) => who_kind !== "self").length;
    this.cards = { open: cancelled.length, others };
  }
}

/**
 * Ends a live run from outside, in one transaction: its open questions are cancelled, its calls that have not started
 * never will, its message says so. Undefined when there was nothing to end. A run in memory then hears of it by its
 * abort signal, and adds to the message what it alone knows. Throws `CardsWait` when a question is open that may not be
 * cancelled: nobody has agreed to it, or a key asks, which decides nothing (THREATS F10: no key both calls and answers).
 */
export async function closeRun(agent: Agent, runId: string, closing: Closing): Promise<RunRow | undefined> {
  const { database } = agent.gate;
  const run = await runById(database, runId);
  if (!run) return undefined;
  let interrupted: ToolCallRow[] = [];
  const closed = await changeChat(agent.gate, { personId: run.person_id, chatId: run.chat_id }, async (trx) => {
    const row = await endRun(database, trx, runId, closing.status, endable(closing.endedBy));
    if (!row) return null;
    interrupted = await closeCalls(agent, trx, row, closing);
    await saveAsRowsStand(database, trx, row, closing.notice);
    await database.signals.sendWith(trx, { type: "stopped", runId, endedBy: closing.endedBy });
    return row;
  });
  if (closed === null) return undefined;
  for (const call of interrupted) cancelTaskOf(agent.gate, call);
  return closed;
}

/** A new message ends a run only while the run waits; a run that has just got its answer works again. */
function endable(endedBy: Unanswered): "live" | "parked" {
  return endedBy === "new-message" ? "parked" : "live";
}

/**
 * Every change with its audit row (I5: nothing without a record). A call that had started and waits for an answer to
 * its server is unknown; resolves to those.
 */
async function closeCalls(
  agent: Agent,
  trx: Trx,
  run: RunRow,
  { endedBy, mayCancel = true }: Closing,
): Promise<ToolCallRow[]> {
  const { database } = agent.gate;
  const decision = { action: "cancel" as const, endedBy };
  const cancelled = await endQuestions(agent.gate, trx, { runId: run.id }, { status: "cancelled", endedBy });
  if (!mayCancel && cancelled.length > 0) throw new CardsWait(cancelled);
  const scope = { personId: run.person_id, chatId: run.chat_id, runId: run.id };
  const reason = messageToModel({ kind: "not-accepted", status: "cancelled", decision: { ...decision, at: 0 } });
  const refused = JSON.stringify(refusal(reason, true));
  for (const { id, digest, wire_name: tool } of await refuseUnstartedCalls(database, trx, run.id, refused)) {
    await record(database, trx, { ...scope, callId: id }, { kind: "call-refused", reason, digest, tool });
  }
  const text = messageToModel({ kind: "question-ended", decision: { ...decision, at: 0 } });
  const unknown: StoredResult = { v: 1, kind: "unknown", text };
  const interrupted = await interruptedCallsToUnknown(database, trx, run.id, JSON.stringify(unknown));
  for (const { id } of interrupted) {
    await record(database, trx, { ...scope, callId: id }, { kind: "call-unknown", reason: text });
  }
  return interrupted;
}

/** Brings the stored message of a run to where its rows stand. One of a later release stays as it is. */
async function saveAsRowsStand(database: Database, trx: Trx, run: RunRow, notice: Notice | null): Promise<void> {
  const stored = await messageById(trx, run.chat_id, run.message_id);
  if (!stored || !isReadable(stored)) return;
  const message = await presentRun({ ...database, db: trx }, run.id, messageOf(stored));
  await saveMessage(trx, run.chat_id, notice ? withNotice(message, notice) : message);
}

/**
 * Calls in flight that did not say how they ended when their run was stopped: nobody knows. Leaves alone what a newer
 * claim of the run has started. The message says so.
 */
export async function settleAbandonedCalls(agent: Agent, run: RunRow): Promise<void> {
  const { database } = agent.gate;
  const problem = "the run was stopped while the tool was running";
  const result = unknownResult(problem);
  const running = (await toolCallsOfRun(database, run.id)).filter(({ state }) => state === "running");
  const abandoned = running.filter(({ started_fence }) => (started_fence ?? 0) <= run.fence);
  if (abandoned.length === 0) return;
  await inTransaction(database, async (trx) => {
    await lockRun(database, trx, run.id);
    for (const { id, started_fence } of abandoned) {
      const end = { to: "unknown" as const, result_json: JSON.stringify(result) };
      if (!(await finishToolCall(database, trx, { id, fence: started_fence ?? 0 }, end))) continue;
      const scope = { personId: run.person_id, chatId: run.chat_id, runId: run.id, callId: id };
      await record(database, trx, scope, { kind: "call-unknown", reason: problem });
    }
    await saveAsRowsStand(database, trx, run, null);
  });
}
