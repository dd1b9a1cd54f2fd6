import { isAccept, type Decision, type StoredDecision } from "#lib/approvals/decision.ts";
import type { StoredSubject } from "#lib/approvals/subjects/stored-subject.ts";
import type { Who } from "#lib/people/who.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { mayAttest } from "./may-attest.ts";

/** What an approval asks, as it is stored. */
export function storedSubjectOf(approval: ApprovalRow): StoredSubject {
  // Written by the gate alone; the version guards against a later release's shape.
  const stored = JSON.parse(approval.subject_json) as StoredSubject;
  if (stored.v !== 1) throw new Error(`Approval ${approval.id} was written by a later release.`);
  return stored;
}

/** The decision of a settled approval; null while it is open. */
export function decisionOf(approval: ApprovalRow): Decision | null {
  if (approval.decision_json === null) return null;
  // Written by the gate alone.
  const stored = JSON.parse(approval.decision_json) as StoredDecision;
  return { ...stored, at: approval.decided_at ?? approval.requested_at };
}

export function whoMayAnswer(approval: ApprovalRow): Who {
  // Written by the gate alone.
  return JSON.parse(approval.who_json) as Who;
}

/** Of the approvals of one call, the one by which a person let it run. */
export function acceptedIn(approvals: readonly ApprovalRow[]): ApprovalRow | null {
  return approvals.find((approval) => approval.kind === "tool-call" && acceptedBy(approval) !== null) ?? null;
}

/**
 * Whose word it was accepted by, where that counts: a person's, or that of a client as far as its key's owner allowed. null
 * where it was not accepted so.
 */
export function acceptedBy(approval: ApprovalRow): "person" | "client" | null {
  const decision = decisionOf(approval);
  if (approval.status !== "accepted" || decision === null) return null;
  if (isAccept(decision)) return "person";
  if (decision.endedBy !== "attested" || decision.action !== "accept") return null;
  return mayAttest(approval, { attests: decision.upTo ?? null }) ? "client" : null;
}
