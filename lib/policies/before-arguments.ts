import type { TracedVerdict } from "./judge.ts";
import { partsOf, rulesOf } from "./parts-of-policy.ts";
import type { Rule } from "./rule.ts";
import { fits, type CallInSight } from "./rules.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "./tool-approval-policy.ts";

/** What a policy says of every call of a tool, whatever its arguments are: its rules without a condition, and its default. */
export function beforeArguments(policy: ToolApprovalPolicy): ToolApprovalPolicy {
  const parts = partsOf(policy);
  if (parts !== null) {
    const rules = parts.rules.filter(({ when }) => when === null);
    return toolApprovalPolicy.rules(rules, parts.otherwise);
  }
  if (policy.kind !== "all") return policy;
  const members = policy.policies.filter((member) => !looksAtCalls(member));
  return members.length === 0 ? toolApprovalPolicy.annotated() : toolApprovalPolicy.all(members.map(beforeArguments));
}

/** Whether code of the owner looks at each call. */
export function looksAtCalls(policy: ToolApprovalPolicy): boolean {
  return policy.kind === "custom" || (policy.kind === "all" && policy.policies.some(looksAtCalls));
}

/** The rules with a condition that may change what `beforeArguments` says of a call. */
export function rulesThatMayChange(
  policy: ToolApprovalPolicy,
  { verdict: { verdict }, line }: TracedVerdict,
  call: CallInSight,
): Rule[] {
  if (verdict === "deny") return [];
  // What stands above the rules that allow or ask is changed by a refusal alone, and a question never by another one.
  const isAbove = line === "undecided" || line === "always" || line === "grant";
  const counts = (rule: Rule) =>
    rule.verdict === "deny" || (!isAbove && (verdict === "allow" || (rule.verdict === "allow" && line === "default")));
  return rulesOf(policy).filter((rule) => rule.when !== null && counts(rule) && fits(rule, call));
}
