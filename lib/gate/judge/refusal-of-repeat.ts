import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { sameCallsBefore } from "#lib/store/calls/same-calls.ts";
import { callRepeated } from "./asks-used-up.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { refusal } from "#lib/gate/contract/stored-result.ts";

/** How often one answer may repeat a call that needs no approval: enough to poll for progress. */
const mostSameCalls = 10;

/**
 * How a call is refused that needs no approval and that the answer has made too often (S0.44: loops); null when it may
 * run. A call that asks is not refused here: its person decides.
 */
export async function refusalOfRepeat(gate: Gate, call: ToolCallRow): Promise<ReturnType<typeof refusal> | null> {
  // The first calls of an answer cannot have been made that often before.
  if (call.step === 1 && call.position < mostSameCalls) return null;
  const times = await sameCallsBefore(gate.database, call, mostSameCalls);
  if (times < mostSameCalls) return null;
  gate.observer?.loop("repeated");
  return {
    ...refusal(messageToModel({ kind: "repeated", times }), false),
    notice: callRepeated(call.tool_name, times),
  };
}
