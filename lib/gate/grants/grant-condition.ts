import type { JsonObject } from "#lib/untrusted/json.ts";
import { parseCondition, type Condition } from "#lib/policies/conditions/condition.ts";
import { factsOf } from "#lib/policies/conditions/facts.ts";
import type { Effort } from "#lib/policies/conditions/may-take-long.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { callToJudge } from "#lib/gate/judge/call-to-judge.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

/** A grant counts by its own terms. */
export function grantCondition(source: string): Condition | { problem: string } {
  const condition = parseCondition(source);
  if ("problem" in condition || condition.counted.length === 0) return condition;
  return { problem: "a grant counts nothing but its own calls and amount" };
}

/** Whether a grant's condition holds. One that cannot be decided on these arguments does not. */
export async function holdsFor(
  gate: Gate,
  source: string,
  { call, tool, args, effort }: { call: ToolCallRow; tool: Tool; args: JsonObject; effort?: Effort },
): Promise<boolean> {
  const condition = grantCondition(source);
  if ("problem" in condition) return false;
  try {
    return condition.holds(factsOf(await callToJudge(gate, call, tool, args)), countsNothing, effort);
  } catch (error) {
    if (error instanceof ToolApprovalError) return false;
    throw error;
  }
}

function countsNothing(): never {
  throw new ToolApprovalError("Nothing is counted in the condition of a grant");
}
