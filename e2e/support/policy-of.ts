import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

/** The policy of a `policy.yaml` that is understood. */
export function policyOf(text: string): ToolApprovalPolicy {
  const read = parsePolicyFile(text);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.policy;
}
