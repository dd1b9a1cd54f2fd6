import { isAccept } from "#lib/approvals/decision.ts";
import { mayAttest } from "./may-attest.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { decisionOf } from "./view-of.ts";

/** Of the approvals of one call, the one by which a person let it run. */
export function acceptedIn(approvals: readonly ApprovalRow[]): ApprovalRow | null {
  return approvals.find((approval) => approval.kind === "tool-call" && isAccepted(approval)) ?? null;
}

/** Whether somebody whose accept counts accepted it: a person, or a client as far as its key's owner allowed. */
export function isAccepted(approval: ApprovalRow): boolean {
  const decision = decisionOf(approval);
  return approval.status === "accepted" && decision !== null && (isAccept(decision) || isAttested(approval));
}

/** Whether it was accepted by a client's word alone, and that counts for what was asked. */
export function isAttested(approval: ApprovalRow): boolean {
  const decision = decisionOf(approval);
  if (decision?.endedBy !== "attested" || decision.action !== "accept") return false;
  return mayAttest(approval, { attests: decision.upTo ?? null });
}
