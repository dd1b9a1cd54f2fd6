import type { Verdict } from "#lib/verdict/verdict.ts";
import { record } from "#lib/store/audit/record.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";

/** Writes down what the policies said of a call, in the transaction that acts on it: neither stands without the other. */
export function recordVerdict({ database }: Gate, trx: Trx, call: ToolCallRow, given: Verdict): Promise<void> {
  const { verdict, ruleId, reason } = given;
  const { digest, wire_name: tool } = call;
  return record(database, trx, scopeOfCall(call), { kind: "verdict-given", verdict, ruleId, reason, digest, tool });
}

export function scopeOfCall({ person_id: personId, chat_id: chatId, run_id: runId, id: callId }: ToolCallRow) {
  return { personId, chatId, runId, callId };
}
