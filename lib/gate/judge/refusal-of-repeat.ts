import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { sameCallsBefore } from "#lib/store/calls/same-calls.ts";
import { callRepeated } from "./asks-used-up.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { refusal } from "#lib/gate/contract/stored-result.ts";

/** How often one and the same call may run in an answer without anybody being asked: enough to look how far something is. */
const mostSameCalls = 10;

/**
 * How a call is refused that nobody would be asked about and that the answer has made so often that it goes round in
 * circles (S0.44); null when it may run. Whoever is asked about each decides that for themselves.
 */
export async function refusalOfRepeat(gate: Gate, call: ToolCallRow): Promise<ReturnType<typeof refusal> | null> {
  // Nothing can have come so often before it.
  if (call.step === 1 && call.position < mostSameCalls) return null;
  const times = await sameCallsBefore(gate.database, call, mostSameCalls);
  if (times < mostSameCalls) return null;
  gate.observer?.loop("repeated");
  return {
    ...refusal(messageToModel({ kind: "repeated", times }), false),
    notice: callRepeated(call.tool_name, times),
  };
}
