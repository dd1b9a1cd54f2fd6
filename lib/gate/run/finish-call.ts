import { whoWithdrew } from "#lib/gate/ask/await-answers.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import { endApprovals } from "#lib/store/approvals/approvals.ts";
import { record } from "#lib/store/audit/record.ts";
import { touchChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { lockRun, wakeRun } from "#lib/store/runs/runs.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { finishToolCall } from "#lib/store/calls/tool-calls.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { transition } from "./transition.ts";
import { scopeOf } from "#lib/gate/ask/open-approval.ts";
import { resultText, type StoredResult } from "#lib/gate/contract/stored-result.ts";

type Refusal = Extract<StoredResult, { kind: "refusal" }>;

/** Ends a call that never started, or that its server did not begin. The server hears nothing of it (S0.35). */
export function refuseCall(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  result: Refusal,
  verdict?: Verdict,
): Promise<void> {
  const { digest, wire_name: tool } = call;
  const event = { kind: "call-refused", reason: result.text, digest, tool } as const;
  return transition(gate, run, call, {
    to: "refused",
    fields: { result_json: JSON.stringify(result) },
    verdict,
    event,
  });
}

/** Ends a call that had started, whose server asked something, and that cannot go on: nobody knows what it did. */
export function abandonCall(gate: Gate, run: RunContext, call: ToolCallRow, problem: string): Promise<void> {
  const result: StoredResult = { v: 1, kind: "unknown", text: messageToModel({ kind: "unknown", problem }) };
  const event = { kind: "call-unknown", reason: problem } as const;
  return transition(gate, run, call, { to: "unknown", fields: { result_json: JSON.stringify(result) }, event });
}

/**
 * Records how a started call ended, and withdraws what its server still asked. Late evidence for a call that was
 * settled meanwhile changes nothing.
 */
export async function finishCall(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  end: { to: "done" | "failed" | "unknown"; result: StoredResult },
): Promise<void> {
  const scope = { personId: run.personId, chatId: run.chatId, runId: run.runId, callId: call.id };
  const withdrawn: string[] = [];
  const version = await inTransaction(gate.database, async (trx) => {
    await lockRun(gate.database, trx, run.runId);
    const finished = await finishToolCall(
      gate.database,
      trx,
      { id: call.id, fence: run.fence },
      { to: end.to, result_json: JSON.stringify(end.result) },
    );
    if (!finished) return null;
    for (const { id } of await endQuestions(gate, trx, run, call)) withdrawn.push(id);
    await wakeRun(trx, run.runId);
    await record(
      gate.database,
      trx,
      scope,
      end.to === "unknown"
        ? { kind: "call-unknown", reason: resultText(end.result) }
        : { kind: "call-finished", outcome: end.to },
    );
    return touchChat(gate.database, trx, run.chatId);
  });
  if (version === null) return;
  for (const id of withdrawn) gate.parkingLot.wake(id);
  run.tell({ kind: "settled", result: end.result });
  gate.announce({ personId: run.personId, chatId: run.chatId, version });
}

/** A server that answers without waiting for its own question has no use for the answer. */
async function endQuestions({ database }: Gate, trx: Trx, run: RunContext, call: ToolCallRow): Promise<ApprovalRow[]> {
  const decision = { action: "cancel", endedBy: whoWithdrew(run) } as const;
  const ended = await endApprovals(database, trx, { callId: call.id }, { status: "cancelled", decision });
  const event = { kind: "approval-ended", status: "cancelled", endedBy: decision.endedBy } as const;
  for (const approval of ended) await record(database, trx, scopeOf(approval), event);
  return ended;
}
