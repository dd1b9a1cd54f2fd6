import type { Verdict } from "#lib/policies/verdict.ts";
import { inTransaction } from "#lib/store/database.ts";
import { countAsks, holdRun, parkHeldRun } from "#lib/store/runs.ts";
import { moveToolCall } from "#lib/store/tool-calls.ts";
import type { ToolCallRow } from "#lib/store/schema.ts";
import { audiencesOf } from "./audiences.ts";
import { writeApproval } from "./await-answers.ts";
import type { Gate, RunContext } from "./gate.ts";
import { openApproval, toolCallSubject } from "./open-approval.ts";
import { recordVerdict } from "./record-verdict.ts";
import type { Tool } from "./tool.ts";

/** Puts a gated tool call to the person: from now on it waits. False when the run has asked as often as it may. */
export async function ask(
  gate: Gate,
  run: RunContext,
  { call, tool, verdict }: { call: ToolCallRow; tool: Tool; verdict: Verdict },
): Promise<boolean> {
  const opened = await inTransaction(gate.database, async (trx) => {
    await holdRun(gate.database, trx, run);
    if (!(await countAsks(trx, run.runId, { more: 1, most: gate.limits.asksPerRun }))) return null;
    await recordVerdict(gate, trx, call, verdict);
    const move = { id: call.id, from: "proposed", to: "waiting" } as const;
    await moveToolCall(gate.database, trx, move, { verdict_json: JSON.stringify(verdict) });
    const question = await openApproval(gate, trx, {
      approvalId: gate.newId(),
      call,
      tool,
      subject: toolCallSubject(tool, call, verdict),
      digest: call.digest,
      requestKey: null,
      heldBy: null,
    });
    // Here rather than once the run has come to rest: that would be a commit of its own for every question.
    await parkHeldRun(trx, run.runId);
    return question;
  });
  if (!opened) return false;
  const { approval, version } = opened;
  run.write({
    type: "tool-approval-request",
    approvalId: approval.id,
    toolCallId: call.tool_call_id,
    reason: verdict.reason,
  });
  const audiences = await audiencesOf(gate.database, [approval], run.personId);
  writeApproval(run, approval, "waiting", audiences.get(approval.id));
  gate.announce({ personId: run.personId, chatId: run.chatId, version });
  return true;
}
