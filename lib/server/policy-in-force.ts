import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

/** The policy of the instance. It changes while the app runs, so it is asked for anew at each judgement. */
export type PolicyInForce = { current: () => ToolApprovalPolicy };

/** One that never changes, for harnesses. */
export function fixedPolicy(policy: ToolApprovalPolicy): PolicyInForce {
  return { current: () => policy };
}
