import { agentsServerId } from "#lib/approvals/agents-server.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { holdRun } from "#lib/store/runs/runs.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { moveToolCall } from "#lib/store/calls/move-tool-call.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { offeredTool } from "#lib/gate/judge/judge-call.ts";
import { recordVerdict } from "#lib/gate/judge/record-verdict.ts";
import { finishCall, refuseCall } from "./finish-call.ts";
import { startCall } from "./start-call.ts";
import { refusal } from "#lib/gate/contract/stored-result.ts";
import type { ToolResult } from "#lib/gate/contract/tool.ts";

/** Whether the call gives work to an agent. */
export function isDelegation(call: ToolCallRow): boolean {
  return call.server_id === agentsServerId;
}

/**
 * Gives the work of an allowed call to its agent. From now on the call waits for the worker, whose own calls come
 * through this gate one by one; nothing is cleared by it.
 */
export async function delegateCall(gate: Gate, run: RunContext, call: ToolCallRow, verdict: Verdict): Promise<void> {
  const scope = { personId: run.personId, chatId: run.chatId, runId: run.runId, callId: call.id };
  await inTransaction(gate.database, async (trx) => {
    await holdRun(gate.database, trx, run, { status: "running" });
    await recordVerdict(gate, trx, call, verdict);
    const move = { id: call.id, from: "proposed", to: "waiting" } as const;
    await moveToolCall(gate.database, trx, move, { verdict_json: JSON.stringify(verdict) });
    const agent = call.tool_name;
    await record(gate.database, trx, scope, { kind: "call-delegated", agent, digest: call.digest });
  });
}

/** Has the worker go on until it is done, and ends the call with what it came to. */
export async function workOn(gate: Gate, run: RunContext, call: ToolCallRow): Promise<void> {
  const offered = offeredTool(gate, call);
  if ("missing" in offered || offered.tool.worker === undefined) {
    const kind = "missing" in offered ? offered.missing.kind : "tool-unavailable";
    return refuseCall(gate, run, call, refusal(messageToModel({ kind, toolName: call.tool_name }), false));
  }
  const { effective_json: effectiveJson, digest } = call;
  // Stored by the gate from a checked object.
  const args = JSON.parse(effectiveJson) as JsonObject;
  const result = await run.delegate(call, offered.tool.worker, args);
  const started = await startCall(gate, run, { call, approval: null, by: "policy", effectiveJson, digest });
  if (started === "moved-on") return;
  if (started === "not-as-approved") {
    return refuseCall(gate, run, call, refusal(messageToModel({ kind: "not-as-approved" }), false));
  }
  await finishDelegation(gate, run, started.call, result, null);
}

/** The work is done: nothing else runs for this call. */
export function finishDelegation(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  result: ToolResult,
  remark: string | null,
): Promise<void> {
  const to = result.isError ? "failed" : "done";
  return finishCall(gate, run, call, { to, result: { v: 1, kind: "result", result, remark } });
}
