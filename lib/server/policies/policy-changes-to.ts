import { rewordingsBetween } from "#lib/policies/confirmed-words.ts";
import { looseningsBetween } from "#lib/policies/changes/loosening.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { Compared } from "./review-policy-file.ts";

/**
 * What a policy would loosen of what is in force, and what it would have cards say that nobody confirmed. Where it loosens
 * anything, everything that is lost of what a person last confirmed is named, whatever was in force in between.
 */
export function policyChangesTo(
  to: ToolApprovalPolicy,
  { inForce, agreed }: Omit<Compared, "to">,
): { loosens: string[]; rewords: string[] } {
  const former = parsePolicyFile(inForce);
  const confirmed = parsePolicyFile(agreed);
  const rewords = rewordingsBetween("policy" in confirmed ? confirmed.policy : toolApprovalPolicy.annotated(), to);
  // What was in force is not understood any more, so nobody can say that the new one is stricter.
  if ("problems" in former) return { loosens: ["What was in force cannot be compared with it."], rewords };
  const loosens = looseningsBetween(former.policy, to);
  if (loosens.length === 0) return { loosens, rewords };
  const lost = "policy" in confirmed ? looseningsBetween(confirmed.policy, to) : [];
  return { loosens: [...new Set([...loosens, ...lost])], rewords };
}
