import type { AuditEvent } from "#lib/audit/events.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import { changeChat } from "#lib/gate/contract/change-chat.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import type { StoredResult } from "#lib/gate/contract/stored-result.ts";
import { record } from "#lib/store/audit/record.ts";
import { moveToolCall, type MoveFields } from "#lib/store/calls/move-tool-call.ts";
import { holdRun } from "#lib/store/runs/runs.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

type Move = {
  to: "refused" | "unknown" | "waiting";
  fields?: MoveFields;
  /** What the policies said, where that is why it moves. */
  verdict?: Verdict | undefined;
  events?: AuditEvent[];
};

/**
 * Moves a call of a held run from the state in which it was read, with the verdict and the audit row in the same commit
 * (I5). Its door hears of its end, if it is one, and everybody else of the change.
 */
export async function transition(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  { result, fields = {}, ...move }: Move & { result?: StoredResult },
): Promise<void> {
  const ended = result === undefined ? {} : { result_json: JSON.stringify(result) };
  await changeChat(gate, run, async (trx) => {
    await holdRun(gate.database, trx, run, { status: "running" });
    await moveCall(gate, trx, call, { ...move, fields: { ...fields, ...ended } });
    return call;
  });
  if (result !== undefined) run.tell({ kind: "settled", result });
}

/** The same within the caller's transaction, which holds the run. */
export async function moveCall(
  gate: Gate,
  trx: Trx,
  call: ToolCallRow,
  { to, fields = {}, verdict, events = [] }: Move,
): Promise<void> {
  if (verdict) await recordVerdict(gate, trx, call, verdict);
  const judged = verdict ? { verdict_json: JSON.stringify(verdict) } : {};
  await moveToolCall(gate.database, trx, { id: call.id, from: call.state, to }, { ...fields, ...judged });
  await record(gate.database, trx, scopeOfCall(call), ...events);
}

/** Writes down what the policies said of a call, in the transaction that acts on it: neither stands without the other. */
export function recordVerdict({ database }: Gate, trx: Trx, call: ToolCallRow, given: Verdict): Promise<void> {
  const { verdict, ruleId, reason } = given;
  const { digest, wire_name: tool } = call;
  return record(database, trx, scopeOfCall(call), { kind: "verdict-given", verdict, ruleId, reason, digest, tool });
}

export function scopeOfCall({ person_id: personId, chat_id: chatId, run_id: runId, id: callId }: ToolCallRow) {
  return { personId, chatId, runId, callId };
}
