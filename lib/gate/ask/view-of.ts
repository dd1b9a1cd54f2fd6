import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { descriptorOf, type SubjectView } from "#lib/approvals/subjects/subjects.ts";
import type { Audience } from "#lib/people/audience.ts";
import type { Decision } from "#lib/approvals/decision.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { mostExtensions } from "#lib/store/approvals/insert-approval.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { decisionOf, storedSubjectOf } from "#lib/gate/contract/stored-approval.ts";

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

function decisionView(approval: ApprovalRow, subject: SubjectView): ApprovalView["decision"] {
  const decision = decisionOf(approval);
  if (!decision) return null;
  const content = decision.content ? descriptorOf(subject).contentShown(subject, decision.content) : null;
  return {
    action: decision.action,
    endedBy: decision.endedBy,
    ...(decision.endedBy === "attested" ? { client: decision.client } : {}),
    by: decision.byOthers ?? decision.by ?? null,
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
