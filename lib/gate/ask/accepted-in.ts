import { isAccept } from "#lib/approvals/decision.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { decisionOf } from "./view-of.ts";

/** Of the approvals of one call, the one by which a person let it run. */
export function acceptedIn(approvals: readonly ApprovalRow[]): ApprovalRow | null {
  return approvals.find((approval) => approval.kind === "tool-call" && isAccepted(approval)) ?? null;
}

/** Whether somebody whose accept counts accepted it. */
export function isAccepted(approval: ApprovalRow): boolean {
  const decision = decisionOf(approval);
  return approval.status === "accepted" && decision !== null && isAccept(decision);
}
