import type { ToolApprovalPolicy } from "./tool-approval-policy.ts";

/** Whether a policy refuses every call, whatever it is. */
export function refusesAll(policy: ToolApprovalPolicy): boolean {
  switch (policy.kind) {
    case "denyAll":
      return true;
    case "rules":
      return policy.otherwise === "denyAll";
    case "all":
    case "any":
      return policy.policies.some(refusesAll);
    default:
      return false;
  }
}
