import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { agentsServerId } from "#lib/approvals/agents-server.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { offeredTool } from "#lib/gate/judge/judge-call.ts";
import { finishCall, refuseCall } from "./finish-call.ts";
import { startCall } from "./start-call.ts";
import { transition } from "#lib/gate/ask/transition.ts";
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
export function delegateCall(gate: Gate, run: RunContext, call: ToolCallRow, verdict: Verdict): Promise<void> {
  const event = { kind: "call-delegated", agent: call.tool_name, digest: call.digest } as const;
  return transition(gate, run, call, { to: "waiting", verdict, events: [event] });
}

/** Has the worker go on until it is done, and ends the call with what it came to. */
export async function workOn(gate: Gate, run: RunContext, call: ToolCallRow): Promise<void> {
  const offered = offeredTool(gate, call, run);
  if ("missing" in offered || offered.tool.worker === undefined) {
    const kind = "missing" in offered ? offered.missing.kind : "tool-unavailable";
    return refuseCall(gate, run, call, refusal(messageToModel({ kind, toolName: call.tool_name }), false));
  }
  const { effective_json: effectiveJson, digest } = call;
  const args = storedArguments(effectiveJson);
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
