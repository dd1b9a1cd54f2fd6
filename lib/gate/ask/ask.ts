import type { Verdict } from "#lib/verdict/verdict.ts";
import { earlierAsks, mayAskMore } from "#lib/store/calls/ask-budget.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { countAsks, holdRun, parkHeldRun } from "#lib/store/runs/runs.ts";
import { moveToolCall } from "#lib/store/calls/move-tool-call.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { audiencesOf } from "./audiences.ts";
import { findProvenance } from "./find-provenance.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import type { AskedEnough } from "#lib/gate/judge/asks-used-up.ts";
import { openApproval, toolCallSubject } from "./open-approval.ts";
import { recordVerdict } from "#lib/gate/judge/record-verdict.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { viewOf } from "./view-of.ts";

type Asked = "asked" | AskedEnough;

/** Puts a gated tool call to whoever answers for it: from now on it waits, unless there was too much asking already (C13). */
export async function ask(
  gate: Gate,
  run: RunContext,
  { call, tool, verdict }: { call: ToolCallRow; tool: Tool; verdict: Verdict },
): Promise<Asked> {
  const { limits } = gate;
  const provenance = await findProvenance(gate, call);
  const opened = await inTransaction(gate.database, async (trx) => {
    await holdRun(gate.database, trx, run);
    const hour = { personId: run.personId, most: limits.asksPerHour };
    if (!(await mayAskMore(gate.database, trx, hour))) return "person-asked-enough" as const;
    if (!(await countAsks(trx, run.runId, { more: 1, most: limits.asksPerRun }))) return "run-asked-enough" as const;
    const earlier = await earlierAsks(trx, call);
    await recordVerdict(gate, trx, call, verdict);
    const move = { id: call.id, from: "proposed", to: "waiting" } as const;
    await moveToolCall(gate.database, trx, move, { verdict_json: JSON.stringify(verdict) });
    const question = await openApproval(gate, trx, {
      approvalId: gate.newId(),
      call,
      tool,
      subject: toolCallSubject(tool, call, { verdict, earlier, provenance }),
      digest: call.digest,
      requestKey: null,
      heldBy: null,
    });
    // Here rather than once the run has come to rest: that would be a commit of its own for every question.
    await parkHeldRun(trx, run.runId);
    return question;
  });
  if (typeof opened === "string") return opened;
  const { approval, version } = opened;
  const audiences = await audiencesOf(gate.database, [approval], run.personId);
  run.asker.put(viewOf(approval, "waiting", audiences.get(approval.id)));
  gate.announce({ personId: run.personId, chatId: run.chatId, version });
  return "asked";
}
