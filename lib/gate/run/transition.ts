import type { AuditEvent } from "#lib/audit/events.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { parseStoredResult } from "#lib/gate/contract/stored-result.ts";
import { recordVerdict } from "#lib/gate/judge/record-verdict.ts";
import { record } from "#lib/store/audit/record.ts";
import { moveToolCall, type MoveFields } from "#lib/store/calls/move-tool-call.ts";
import { touchChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { holdRun } from "#lib/store/runs/runs.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";

type Transition = {
  to: "refused" | "unknown" | "waiting";
  fields?: MoveFields;
  /** What the policies said, where that is why it moves. */
  verdict?: Verdict | undefined;
  event: AuditEvent;
};

/**
 * Moves a call of a held run from the state in which it was read, with the verdict and the audit row in the same commit
 * (I5). Then its door hears of its end, if it is one, and everybody else of the change.
 */
export async function transition(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  { to, fields = {}, verdict, event }: Transition,
): Promise<void> {
  const { database } = gate;
  const { personId, chatId, runId } = run;
  const judged = verdict ? { verdict_json: JSON.stringify(verdict) } : {};
  const version = await inTransaction(database, async (trx) => {
    await holdRun(database, trx, run, { status: "running" });
    if (verdict) await recordVerdict(gate, trx, call, verdict);
    await moveToolCall(database, trx, { id: call.id, from: call.state, to }, { ...fields, ...judged });
    await record(database, trx, { personId, chatId, runId, callId: call.id }, event);
    return touchChat(database, trx, chatId);
  });
  if (fields.result_json != null) run.tell({ kind: "settled", result: parseStoredResult(fields.result_json) });
  gate.announce({ personId, chatId, version });
}
