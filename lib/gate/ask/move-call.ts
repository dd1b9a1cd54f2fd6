import type { AuditEvent } from "#lib/audit/events.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { record } from "#lib/store/audit/record.ts";
import { moveToolCall, type MoveFields } from "#lib/store/calls/move-tool-call.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

export type Move = {
  to: "refused" | "unknown" | "waiting";
  /** It counts as started from now on. */
  begins?: boolean;
  fields?: MoveFields;
  /** What the policies said, where that is why it moves. */
  verdict?: Verdict | undefined;
  events?: AuditEvent[];
};

/** Moves a call from the state in which it was read, within the caller's transaction, which holds the run. */
export async function moveCall(
  gate: Gate,
  trx: Trx,
  call: ToolCallRow,
  { to, begins = false, fields = {}, verdict, events = [] }: Move,
): Promise<void> {
  const scope = scopeOfCall(call);
  if (verdict) await recordVerdict(gate, trx, call, verdict);
  const judged = verdict ? { verdict_json: JSON.stringify(verdict) } : {};
  await moveToolCall(gate.database, trx, { id: call.id, from: call.state, to, begins }, { ...fields, ...judged });
  await record(gate.database, trx, scope, ...events);
}

/** Writes down what the policies said of a call, in the transaction that acts on it: neither stands without the other. */
export function recordVerdict({ database }: Gate, trx: Trx, call: ToolCallRow, given: Verdict): Promise<void> {
  const { verdict, ruleId, reason } = given;
  const { digest, wire_name: tool } = call;
  const from = call.caller === null ? {} : { caller: call.caller };
  const event = { kind: "verdict-given" as const, verdict, ruleId, reason, digest, tool, ...from };
  return record(database, trx, scopeOfCall(call), event);
}

export function scopeOfCall({ person_id: personId, chat_id: chatId, run_id: runId, id: callId }: ToolCallRow) {
  return { personId, chatId, runId, callId };
}
