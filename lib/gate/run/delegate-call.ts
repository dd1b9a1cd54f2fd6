import { record } from "#lib/store/audit/record.ts";
import { holdAccepted } from "#lib/store/approvals/approvals.ts";
import { bookDelegation } from "#lib/store/calls/delegations.ts";
import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { agentsServerId } from "#lib/approvals/agents-server.ts";
import { StaleWrite } from "#lib/store/engine/database.ts";
import { holdRun, RunLost } from "#lib/store/runs/runs.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import type { Judgement } from "#lib/gate/judge/judge-call.ts";
import { offeredTool } from "#lib/gate/judge/ready-tool.ts";
import { moveCall, scopeOfCall } from "#lib/gate/ask/move-call.ts";
import { changeChat } from "#lib/gate/contract/change-chat.ts";
import { refuseUnasked, type Accepted, type NextMove } from "./next-move.ts";

/** Whether the call gives work to an agent. */
export function isDelegation(call: ToolCallRow): boolean {
  return call.server_id === agentsServerId;
}

/**
 * Gives the work of an allowed call to its agent. From now on the call counts, and waits for the worker, whose own calls
 * come through this gate one by one; nothing is cleared by it. Where another call was counted meanwhile, and it may not
 * go any more, nothing changes: the caller looks again.
 */
export async function delegateCall(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  { judged, accepted = null }: { judged: Judgement; accepted?: Accepted | null },
): Promise<void> {
  const event = { kind: "call-delegated", agent: call.tool_name, digest: (accepted ?? call).digest } as const;
  try {
    await changeChat(gate, run, async (trx) => {
      await holdRun(gate.database, trx, run, { status: "running" });
      const verdict = (await judged.again?.(trx)) ?? judged.verdict;
      if (accepted === null ? verdict.verdict !== "allow" : verdict.verdict === "deny")
        throw new StaleWrite(`Tool call ${call.id} may not be given to its agent.`);
      if (accepted === null) {
        await moveCall(gate, trx, call, { to: "waiting", begins: true, verdict, events: [event] });
        return call;
      }
      const { approval, effectiveJson, digest } = accepted;
      await holdAccepted(trx, approval.id);
      await bookDelegation(gate.database, trx, { id: call.id, effective_json: effectiveJson, digest });
      await record(gate.database, trx, scopeOfCall(call), event);
      return call;
    });
  } catch (error) {
    if (!(error instanceof StaleWrite) || error instanceof RunLost) throw error;
  }
}

/** Whether an accepted call that gives work to an agent counts already, as it was accepted. */
export function isBooked({ started_at: at, digest }: ToolCallRow, accepted: Pick<Accepted, "digest">): boolean {
  return at !== null && digest === accepted.digest;
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
