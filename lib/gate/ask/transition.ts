import { changeChat } from "#lib/gate/contract/change-chat.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import type { StoredResult } from "#lib/gate/contract/stored-result.ts";
import { holdRun } from "#lib/store/runs/runs.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { moveCall, type Move } from "./move-call.ts";

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
  if (result !== undefined) run.tell?.({ kind: "settled", result });
}
