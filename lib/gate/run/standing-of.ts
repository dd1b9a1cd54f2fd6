import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { approvalsOfCall } from "#lib/store/approvals/approvals.ts";
import { wasRevoked } from "#lib/store/approvals/grants.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { runById } from "#lib/store/runs/runs.ts";
import { acceptedIn } from "#lib/gate/ask/view-of.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { startedOn } from "#lib/gate/grants/judge-with-grants.ts";
import { judgementOn, type Judgement } from "#lib/gate/judge/judge-call.ts";
import { readyTool } from "#lib/gate/judge/ready-tool.ts";
import { grantUseOf } from "#lib/gate/grants/grant-use-of.ts";
import { askedForMore } from "#lib/gate/ask/tightening.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

/** By what a call that has started may run now. */
export type Standing = {
  tool: Tool;
  judged: Judgement;
  approval: ApprovalRow | null;
  grant: { grant?: { startedOn: string } };
};

/** null where what let a call start is not enough now: something was tightened, taken back or stopped since. */
export async function standingOf(gate: Gate, run: RunContext, call: ToolCallRow): Promise<Standing | null> {
  const offered = await readyTool(gate, call, run);
  if ("missing" in offered) return null;
  const { tool } = offered;
  const approval = acceptedIn(await approvalsOfCall(gate.database, call.id));
  const granted = grantUseOf(call);
  const grant = startedOn(granted, tool);
  const judged = await judgementOn(gate, call, tool, storedArguments(call.effective_json), grant);
  const { verdict } = judged.verdict;
  if (granted && (await wasRevoked(gate.database, granted.grantId))) return null;
  if (approval !== null && askedForMore(approval, tool) !== null) return null;
  if (verdict !== "allow" && !(verdict === "ask" && approval !== null)) return null;
  const row = await runById(gate.database, run.runId);
  if (row?.fence !== run.fence || row.ended_at !== null) return null;
  return { tool, judged, approval, grant: granted ? { grant: { startedOn: granted.grantId } } : {} };
}
