import type { Otherwise } from "./policy-kind.ts";
import type { Rule } from "./rule.ts";
import { kindOf, type ToolApprovalPolicy } from "./tool-approval-policy.ts";

/** Every rule in a policy, those of its members too. */
export function rulesOf(policy: ToolApprovalPolicy): readonly Rule[] {
  const kind = kindOf(policy);
  return kind === null ? [] : [...kind.rules(policy), ...kind.members(policy).flatMap(rulesOf)];
}

/** Whether a policy refuses every call, whatever it is. */
export function refusesAll(policy: ToolApprovalPolicy): boolean {
  return kindOf(policy)?.refusesAll(policy, refusesAll) ?? false;
}

/** The rules and the default of a policy that is nothing else; null for any other. */
export function partsOf(policy: ToolApprovalPolicy): { rules: readonly Rule[]; otherwise: Otherwise } | null {
  const otherwise = kindOf(policy)?.otherwise(policy) ?? null;
  return otherwise === null ? null : { rules: rulesOf(policy), otherwise };
}
