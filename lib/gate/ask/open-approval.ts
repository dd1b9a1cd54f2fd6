import { agentsOf } from "#lib/approvals/agents-of.ts";
import { alsoAsking } from "#lib/approvals/asking-reason.ts";
import { effectsOf } from "#lib/approvals/effects.ts";
import type { PreviewOffer } from "#lib/approvals/preview/preview.ts";
import { promptCaption } from "#lib/approvals/prompt-caption.ts";
import type { FieldProvenance } from "#lib/approvals/provenance.ts";
import type { SaidOfCall, StoredSubject } from "#lib/approvals/subjects/stored-subject.ts";
import type { SubjectView } from "#lib/approvals/subjects/subjects.ts";
import { normaliseForm } from "#lib/elicitation/normalise-form.ts";
import { grantsOffered } from "#lib/grants/grantable.ts";
import { appServerOf } from "#lib/verdict/caller.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import { insertApproval, mostExtensions } from "#lib/store/approvals/insert-approval.ts";
import { record } from "#lib/store/audit/record.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { grantableOf } from "#lib/gate/grants/grant-use-of.ts";
import type { ElicitationRequest, Tool } from "#lib/gate/contract/tool.ts";

type Asking = {
  verdict: Verdict;
  /** How often its tool was asked about before in this answer. */
  earlier: { asked: number; declined: number };
  provenance: FieldProvenance[];
  preview: PreviewOffer | null;
};

/** What the card of a gated tool call shows. */
export function toolCallView(
  tool: Tool,
  call: ToolCallRow,
  { verdict, earlier, provenance, preview }: Asking,
): SubjectView {
  const also = alsoAsking(verdict);
  const grantable = grantableOf(tool);
  const grants = grantsOffered(grantable, "card");
  const { confirmBy } = tool;
  return {
    kind: "tool-call",
    caption: promptCaption(tool.prompt, {
      toolName: tool.name,
      argumentsJson: call.effective_json,
      inputSchema: tool.inputSchema,
    }),
    ...(tool.prompt === null ? {} : { prompt: tool.prompt }),
    argumentsJson: call.effective_json,
    inputSchema: tool.inputSchema,
    effects: effectsOf(tool.annotations, tool.server.trusted),
    reason: verdict.reason,
    ruleId: verdict.ruleId,
    ...(also.length === 0 ? {} : { also }),
    ...(grantable.high ? { highRisk: tool.risk, ...(confirmBy === null ? {} : { confirmBy }) } : {}),
    ...(grants.length === 0 || appServerOf(call.caller) !== null ? {} : { grants }),
    ...(provenance.length === 0 ? {} : { provenance }),
    ...(earlier.asked === 0 ? {} : { earlier }),
    ...(preview === null ? {} : { preview }),
  };
}

/**
 * What the card of a server's question shows; a form that may not be asked here is shown as refused. `opened` are the
 * links that were opened for this call before.
 */
export function questionView(request: ElicitationRequest, opened: ReadonlySet<string>): SubjectView {
  // A lone surrogate has no UTF-8 bytes, so no digest could be made of it.
  const message = request.message.toWellFormed();
  if (request.mode === "url") {
    const url = (request.url ?? "").toWellFormed();
    return { kind: "link", message, url, ...(opened.has(url) ? { again: true } : {}) };
  }
  const normalised = normaliseForm(request.requestedSchema, message);
  if ("refused" in normalised) {
    return { kind: "form", message, fields: [], confirm: null, refused: normalised.refused };
  }
  return {
    kind: "form",
    message,
    ...normalised.form,
    confirm: normalised.confirm,
    refused: null,
  };
}

/** What the card shows of a call that waits for a sign-in to its server. */
export function signInView(scope: string | null): SubjectView {
  return { kind: "sign-in", message: "The server runs this call only for people who are signed in to it.", scope };
}

type Opening = {
  call: ToolCallRow;
  tool: Tool;
  subject: SubjectView;
  /** Binds the answer to exactly what the card shows. */
  digest: string;
  /** Given only for a question of a round; others get an id here. */
  id?: string;
  /** Names the question among those of its server's round. */
  requestKey?: string;
  /** The process whose connection the server waits on. */
  heldBy?: string;
  /** What its person has to know before anything else, a sentence each. */
  changes?: string[];
};

/** Opens one question within the caller's transaction. */
export async function openApproval(
  gate: Gate,
  trx: Trx,
  { call, tool, subject, digest, id = gate.newId(), requestKey, heldBy, changes }: Opening,
): Promise<ApprovalRow> {
  const said = saidOf(call);
  const agents = agentsOf(call);
  const stored: StoredSubject = {
    v: 1,
    server: tool.server,
    tool: { name: tool.name, title: tool.title },
    ...(agents.length === 0 ? {} : { agents }),
    ...(said === null ? {} : { said }),
    ...(appServerOf(call.caller) === null ? {} : { byApp: true as const }),
    subject,
    ...(changes === undefined ? {} : { changes }),
  };
  const approval = await insertApproval(gate.database, trx, {
    id,
    call_id: call.id,
    run_id: call.run_id,
    chat_id: call.chat_id,
    person_id: call.person_id,
    tool_call_id: call.tool_call_id,
    kind: subject.kind,
    subject_json: JSON.stringify(stored),
    digest,
    request_key: requestKey ?? null,
    held_by: heldBy ?? null,
    // Whoever asks from elsewhere waits as long as they said, and no longer.
    extensions: said === null ? 0 : mostExtensions,
    timeout_ms: Math.min(tool.timeoutMs, said?.timeoutMs ?? Infinity),
    risk: tool.risk,
    // A server's question in mid-call goes to the person whose chat it is.
    who: subject.kind === "tool-call" ? tool.who : { kind: "self" },
  });
  await record(gate.database, trx, scopeOf(approval), {
    kind: "approval-opened",
    subject: subject.kind,
    digest: approval.digest,
    expiresAt: approval.expires_at,
  });
  return approval;
}

/** What an agent elsewhere says of its call; null for every other call. */
function saidOf({ outside_json }: ToolCallRow): SaidOfCall | null {
  // Written by us alone, from checked values.
  return outside_json === null ? null : (JSON.parse(outside_json) as SaidOfCall);
}

export function scopeOf(approval: ApprovalRow) {
  return {
    personId: approval.person_id,
    chatId: approval.chat_id,
    runId: approval.run_id,
    callId: approval.call_id,
    approvalId: approval.id,
  };
}
