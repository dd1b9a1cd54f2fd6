import type { Verdict } from "#lib/verdict/verdict.ts";
import { changeChat } from "#lib/gate/contract/change-chat.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { AskedEnough } from "#lib/gate/judge/asks-used-up.ts";
import { earlierAsks, mayAskMore } from "#lib/store/calls/ask-budget.ts";
import { countAsks, holdRun, parkHeldRun } from "#lib/store/runs/runs.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { audiencesOf } from "./audiences.ts";
import { findProvenance } from "./find-provenance.ts";
import { openApproval, toolCallSubject } from "./open-approval.ts";
import { moveCall } from "./transition.ts";
import { viewOf } from "./view-of.ts";

/** Puts a gated tool call to whoever answers for it: from now on it waits, unless there was too much asking already (C13). */
export async function ask(
  gate: Gate,
  run: RunContext,
  { call, tool, verdict }: { call: ToolCallRow; tool: Tool; verdict: Verdict },
): Promise<"asked" | AskedEnough> {
  const { database, limits } = gate;
  const provenance = await findProvenance(gate, call);
  const approval = await changeChat(gate, run, async (trx) => {
    await holdRun(database, trx, run);
    const hour = { personId: run.personId, most: limits.asksPerHour };
    if (!(await mayAskMore(database, trx, hour))) return "person-asked-enough" as const;
    if (!(await countAsks(trx, run.runId, { more: 1, most: limits.asksPerRun }))) return "run-asked-enough" as const;
    const earlier = await earlierAsks(trx, call);
    await moveCall(gate, trx, call, { to: "waiting", verdict });
    const subject = toolCallSubject(tool, call, { verdict, earlier, provenance });
    const approval = await openApproval(gate, trx, { call, tool, subject, digest: call.digest });
    // Here rather than once the run has come to rest: that would be a commit of its own for every question.
    await parkHeldRun(trx, run.runId);
    return approval;
  });
  if (typeof approval === "string") return approval;
  const audiences = await audiencesOf(database, [approval], run.personId);
  run.asker.put(viewOf(approval, "waiting", audiences.get(approval.id)));
  return "asked";
}
