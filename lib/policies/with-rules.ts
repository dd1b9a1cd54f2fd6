import { partsOf } from "./parts-of-policy.ts";
import type { Rule } from "./rule.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "./tool-approval-policy.ts";

/** A policy with more rules beside its own; the strictest of all that fit wins. */
export function withRules(policy: ToolApprovalPolicy, added: readonly Rule[]): ToolApprovalPolicy {
  if (added.length === 0) return policy;
  const parts = partsOf(policy);
  if (parts !== null) return toolApprovalPolicy.rules([...parts.rules, ...added], parts.otherwise);
  const members = policy.kind === "all" ? policy.policies : [policy];
  const place = members.findIndex((member) => partsOf(member) !== null);
  if (place < 0) return toolApprovalPolicy.all([...members, toolApprovalPolicy.rules(added)]);
  return toolApprovalPolicy.all(members.map((member, index) => (index === place ? withRules(member, added) : member)));
}
