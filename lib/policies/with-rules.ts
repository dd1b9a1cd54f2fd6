import type { Rule } from "./rule.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "./tool-approval-policy.ts";

/** A policy with more rules in it, beside those that it has; the strictest that fits wins among them all. */
export function withRules(policy: ToolApprovalPolicy, added: readonly Rule[]): ToolApprovalPolicy {
  if (added.length === 0) return policy;
  switch (policy.kind) {
    case "rules":
      return toolApprovalPolicy.rules([...policy.rules, ...added], policy.otherwise);
    case "annotated":
    case "denyAll":
      return toolApprovalPolicy.rules(added, policy.kind);
    case "all":
    case "any": {
      const place = policy.policies.findIndex(({ kind }) => kind === "rules" || kind === "annotated");
      const members = policy.policies.map((member, index) => (index === place ? withRules(member, added) : member));
      return toolApprovalPolicy.all(place < 0 ? [...members, toolApprovalPolicy.rules(added)] : members);
    }
    default:
      return toolApprovalPolicy.all([policy, toolApprovalPolicy.rules(added)]);
  }
}
