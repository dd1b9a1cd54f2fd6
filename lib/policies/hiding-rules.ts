import { rulesOf } from "./parts-of-policy.ts";
import { fits, fitsTool, type CallInSight } from "./rules.ts";
import type { Rule } from "./rule.ts";
import type { ToolApprovalPolicy } from "./tool-approval-policy.ts";
import type { CallToJudge } from "#lib/verdict/verdict.ts";

/**
 * The rules of a policy that hide tools from models. They also refuse every call of what they hide, whoever makes it
 * (row 14: hidden tools).
 */
export function hidingRules(policy: ToolApprovalPolicy): Rule[] {
  return rulesOf(policy).filter(({ hides }) => hides);
}

/** Whether the tool is not offered to the caller of this call. */
export function isHidden(hiding: readonly Rule[], call: CallInSight): boolean {
  return hiding.some((rule) => fits(rule, call));
}

/** The rules that hide a tool, from everybody or from some callers and people only. */
export function rulesHiding(policy: ToolApprovalPolicy, call: Pick<CallToJudge, "server" | "tool">): Rule[] {
  return hidingRules(policy).filter((rule) => fitsTool(rule, call));
}

/** Whether a rule that hides a tool hides it from everybody. */
export function hidesFromAll({ callers, users, roles }: Rule): boolean {
  return callers === null && users === null && roles === null;
}
