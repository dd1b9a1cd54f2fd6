import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { agentsServerId } from "#lib/approvals/agents-server.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { offeredTool } from "#lib/gate/judge/ready-tool.ts";
import { refuseUnasked, type NextMove } from "./next-move.ts";
import { transition } from "#lib/gate/ask/transition.ts";

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

/** Has the worker go on until it is done; the call then ends with what it came to, and nothing else runs for it. */
export async function workOn(gate: Gate, run: RunContext, call: ToolCallRow): Promise<NextMove> {
  const offered = offeredTool(gate, call, run);
  if ("missing" in offered || offered.tool.worker === undefined) {
    const kind = "missing" in offered ? offered.missing.kind : "tool-unavailable";
    return refuseUnasked({ kind, toolName: call.tool_name });
  }
  const { effective_json: effectiveJson, digest } = call;
  const done = await run.delegate(call, offered.tool.worker, storedArguments(effectiveJson));
  const start = { call, approval: null, by: "policy", effectiveJson, digest } as const;
  return { move: "start", start, work: { done, remark: null }, unlike: refuseUnasked({ kind: "not-as-approved" }) };
}
