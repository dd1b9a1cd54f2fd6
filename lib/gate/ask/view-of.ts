import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { descriptorOf, type SubjectView } from "#lib/approvals/subjects/subjects.ts";
import type { Audience } from "#lib/people/audience.ts";
import { isAccept, type Decision, type StoredDecision } from "#lib/approvals/decision.ts";
import type { Who } from "#lib/people/who.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { StoredSubject } from "#lib/approvals/subjects/stored-subject.ts";
import { mostExtensions } from "#lib/store/approvals/insert-approval.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { mayAttest } from "./may-attest.ts";

/** How an approval looks to a person, from its stored rows alone; `audience` when somebody else may have to answer. */
export function viewOf(approval: ApprovalRow, callState: ToolCallRow["state"], audience?: Audience): ApprovalView {
  const { server, tool, agents, said, byApp, subject, changes } = storedSubjectOf(approval);
  return {
    v: 1,
    approvalId: approval.id,
    chatId: approval.chat_id,
    toolCallId: approval.tool_call_id,
    status: approval.status,
    server,
    tool,
    ...(agents === undefined ? {} : { agents }),
    ...(said === undefined ? {} : { said }),
    ...(byApp === undefined ? {} : { byApp }),
    callState,
    subject,
    risk: approval.risk,
    ...(changes === undefined ? {} : { changes }),
    ...(audience === undefined ? {} : { audience }),
    digest: approval.digest,
    requestedAt: approval.requested_at,
    expiresAt: approval.expires_at,
    extensionsLeft: Math.max(0, mostExtensions - approval.extensions),
    decision: decisionView(approval, subject),
  };
}

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

function decisionView(approval: ApprovalRow, subject: SubjectView): ApprovalView["decision"] {
  const decision = decisionOf(approval);
  if (!decision) return null;
  const content = decision.content ? descriptorOf(subject).contentShown(subject, decision.content) : null;
  return {
    action: decision.action,
    endedBy: decision.endedBy,
    ...(decision.endedBy === "attested" ? { client: decision.client } : {}),
    by: decision.by ?? null,
    at: decision.at,
    note: decision.note ?? null,
    ...(decision.response === undefined ? {} : { response: decision.response }),
    editedArgumentsJson: decision.arguments ? canonicalJson(decision.arguments) : null,
    ...(content === null ? {} : { content }),
    ...(decision.outdated === true ? { outdated: true as const } : {}),
    ...(decision.grant ? { grant: grantGiven(decision.grant, decision.at) } : {}),
  };
}

/** `at` is when it was given. */
function grantGiven({ id, ends, ...bounds }: NonNullable<Decision["grant"]>, at: number) {
  const until = ends === null ? null : "at" in ends ? ends.at : at + ends.afterMs;
  return { id, terms: { ...bounds, until } };
}
