import { rewordingsBetween } from "#lib/policies/confirmed-words.ts";
import { looseningsBetween } from "#lib/policies/changes/loosening.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { Compared } from "./review-policy-file.ts";

/**
 * What a policy would loosen of the one in force, and the new wording of its cards that nobody confirmed. If it loosens
 * anything, it names everything lost since a person last confirmed, whatever was in force in between.
 */
export function policyChangesTo(
  to: ToolApprovalPolicy,
  { inForce, agreed }: Omit<Compared, "to">,
): { loosens: string[]; rewords: string[] } {
  const former = parsePolicyFile(inForce);
  const confirmed = parsePolicyFile(agreed);
  const rewords = rewordingsBetween("policy" in confirmed ? confirmed.policy : toolApprovalPolicy.annotated(), to);
  // The policy in force cannot be parsed any more, so nobody can say that the new one is stricter.
  if ("problems" in former) return { loosens: ["What was in force cannot be compared with it."], rewords };
  const loosens = looseningsBetween(former.policy, to);
  if (loosens.length === 0) return { loosens, rewords };
  const lost = "policy" in confirmed ? looseningsBetween(confirmed.policy, to) : [];
  return { loosens: [...new Set([...loosens, ...lost])], rewords };
}
