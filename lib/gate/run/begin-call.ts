import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { validateArguments } from "#lib/untrusted/validate-arguments.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { grantUse } from "#lib/gate/grants/grant-use-of.ts";
import { judgeWithGrants } from "#lib/gate/grants/judge-with-grants.ts";
import { readyTool } from "#lib/gate/judge/ready-tool.ts";
import { refusalBeforeAsking } from "#lib/gate/judge/refusal-before-asking.ts";
import { refusalOfRepeat } from "#lib/gate/judge/refusal-of-repeat.ts";
import { refuseUnasked, type NextMove } from "./next-move.ts";

/** Judges a proposed call: it starts, is asked about, goes to its agent, or is refused. */
export async function beginCall(gate: Gate, run: RunContext, call: ToolCallRow): Promise<NextMove> {
  const offered = await readyTool(gate, call, run);
  if ("missing" in offered) return refuseUnasked(offered.missing);
  const { tool } = offered;
  const { effective_json: effectiveJson, digest } = call;
  const args = storedArguments(effectiveJson);
  const checked = validateArguments(tool.inputSchema, args);
  if ("errors" in checked) {
    const problems = checked.errors.map(({ path, message }) => `${path}: ${message}`).join("; ");
    return refuseUnasked({ kind: "invalid-arguments", problems });
  }
  const { judged, grant } = await judgeWithGrants(gate, call, tool, args);
  const { verdict } = judged;
  if (verdict.verdict === "deny") return refuseUnasked({ kind: "denied-by-policy", reason: verdict.reason }, verdict);
  const repeated = verdict.verdict === "allow" ? await refusalOfRepeat(gate, call) : null;
  if (repeated !== null) return { move: "refuse", result: repeated, verdict };
  // What was declined in this run is not run on a grant either: a no is said last (S0.23).
  const declined = verdict.verdict === "ask" || grant ? await refusalBeforeAsking(gate, run, call) : null;
  if (declined !== null) return { move: "refuse", result: declined, verdict };
  if (verdict.verdict === "ask") return { move: "ask", tool, args, verdict };
  if (tool.worker !== undefined) return { move: "delegate", judged };
  const by = grant ? ({ by: "grant", grant } as const) : ({ by: "policy" } as const);
  const { ruleId, reason } = verdict;
  return {
    move: "start",
    start: { call, approval: null, ...by, judged, effectiveJson, digest },
    work: { tool, resumption: null, remark: null },
    unlike: refuseUnasked({ kind: "not-as-approved" }, verdict),
    tell: [grant ? { kind: "granted", grant: grantUse(grant.row) } : { kind: "unasked", unasked: { ruleId, reason } }],
  };
}
