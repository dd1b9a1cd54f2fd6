import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { approvalsOfCall } from "#lib/store/approvals/approvals.ts";
import { wasRevoked } from "#lib/store/approvals/grants.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { wasStartedWithin } from "#lib/store/calls/tool-calls.ts";
import { acceptedIn } from "#lib/gate/ask/accepted-in.ts";
import { orphaned } from "./claim.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { mayRunOn } from "#lib/gate/grants/judge-with-grants.ts";
import { judgementOn, type Judgement } from "#lib/gate/judge/judge-call.ts";
import { readyTool } from "#lib/gate/judge/ready-tool.ts";
import { editRemark } from "./finish-call.ts";
import { grantUseOf } from "#lib/gate/grants/grant-use-of.ts";
import type { NextMove } from "./next-move.ts";
import { askedForMore } from "#lib/gate/ask/tightening.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { decisionOf } from "#lib/gate/ask/view-of.ts";

/** A call that crashes its process each time must not be repeated for ever. */
const repeatWithinMs = 10 * 60_000;

/**
 * Takes on a call that an older claim of the run left running. If the owner declared its tool idempotent it starts
 * again, with the same key, provided it may still run as it did; everything else is unknown (I8).
 */
export async function repeatCall(gate: Gate, run: RunContext, call: ToolCallRow): Promise<NextMove> {
  const unknown = { move: "abandon", problem: orphaned } as const;
  const repeat = await repeatOf(gate, run, call);
  if (!repeat) return unknown;
  const { tool, judged, approval, grant } = repeat;
  const decision = approval ? decisionOf(approval) : null;
  const digest = decision?.digest ?? approval?.digest ?? call.digest;
  const effectiveJson = call.effective_json;
  const unasked = approval === null && grant.grant === undefined;
  const remark = decision ? editRemark(decision, effectiveJson) : null;
  return {
    move: "start",
    start: { call, approval, ...grant, by: "repeat", judged, unasked, effectiveJson, digest },
    work: { tool, resumption: null, remark },
    unlike: unknown,
  };
}

type Repeat = { tool: Tool; judged: Judgement; approval: ApprovalRow | null; grant: { grant?: { startedOn: string } } };

/** The tool, and the approval or the grant with which a call may run once more. */
async function repeatOf(gate: Gate, run: RunContext, call: ToolCallRow): Promise<Repeat | null> {
  const offered = await readyTool(gate, call, run);
  if ("missing" in offered || !offered.tool.idempotent) return null;
  // Answers of an earlier round are gone with the round.
  if (call.resumption_json !== null || !(await wasStartedWithin(gate.database, call.id, repeatWithinMs))) return null;
  const approval = acceptedIn(await approvalsOfCall(gate.database, call.id));
  const { tool } = offered;
  const judged = await judgementOn(gate, call, tool, storedArguments(call.effective_json));
  const { verdict, ruleId } = judged.verdict;
  const granted = grantUseOf(call);
  if (granted && (await wasRevoked(gate.database, granted.grantId))) return null;
  // A policy or the tool's settings may have been tightened since.
  if (approval !== null && askedForMore(approval, tool) !== null) return null;
  const mayAsk = approval !== null || (granted !== null && mayRunOn(granted, tool, ruleId));
  if (verdict !== "allow" && !(verdict === "ask" && mayAsk)) return null;
  return { tool, judged, approval, grant: granted ? { grant: { startedOn: granted.grantId } } : {} };
}
