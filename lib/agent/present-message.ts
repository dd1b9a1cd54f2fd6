import type { Audience } from "#lib/approvals/audience.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { audiencesOf } from "#lib/gate/audiences.ts";
import { noticeId, outputOf } from "#lib/gate/settle-call.ts";
import { noticeOf, parseStoredResult, resultText } from "#lib/gate/stored-result.ts";
import { viewOf } from "#lib/gate/view-of.ts";
import { approvalsOfRun } from "#lib/store/approvals.ts";
import type { Database } from "#lib/store/database.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema.ts";
import { toolCallsOfRun } from "#lib/store/tool-calls.ts";

type Part = ChatMessage["parts"][number];
type ToolPart = Extract<Part, { type: "dynamic-tool" }>;
type Rows = {
  calls: ToolCallRow[];
  approvals: ApprovalRow[];
  /** Of the open approvals that others may have to answer. */
  audiences: ReadonlyMap<string, Audience>;
};

/**
 * A message as the rows know it: every tool part in the state of its call, every approval as it stands now. The
 * stored parts of a message in progress say only what the model wrote; the rows are the truth about the rest.
 */
export function presentMessage(message: ChatMessage, { calls, approvals, audiences }: Rows): ChatMessage {
  const callOf = new Map(calls.map((call) => [call.tool_call_id, call]));
  const parts: Part[] = [];
  let noticed = false;
  for (const part of message.parts) {
    if (part.type === "data-approval" || (part.type === "data-notice" && part.id !== undefined)) continue;
    const call = part.type === "dynamic-tool" ? callOf.get(part.toolCallId) : undefined;
    if (part.type !== "dynamic-tool" || !call) {
      parts.push(part);
      continue;
    }
    const mine = approvals.filter(({ call_id }) => call_id === call.id);
    parts.push(presentToolPart(part, call, mine.find(({ kind }) => kind === "tool-call") ?? null));
    for (const approval of mine) {
      parts.push({
        type: "data-approval",
        id: approval.id,
        data: viewOf(approval, call.state, audiences.get(approval.id)),
      });
    }
    const notice = call.result_json === null ? null : noticeOf(parseStoredResult(call.result_json));
    if (notice && !noticed) parts.push({ type: "data-notice", id: noticeId(call.run_id), data: notice });
    noticed ||= notice !== null;
  }
  return { ...message, parts };
}

/** The message of a run as its rows stand now. */
export async function presentRun(database: Database, runId: string, message: ChatMessage): Promise<ChatMessage> {
  const calls = await toolCallsOfRun(database, runId);
  const approvals = await approvalsOfRun(database, runId);
  // Whoever reads an answer is the person whose chat it is.
  const audiences = await audiencesOf(database, approvals, approvals[0]?.person_id ?? "");
  return presentMessage(message, { calls, approvals, audiences });
}

function presentToolPart(part: ToolPart, call: ToolCallRow, approval: ApprovalRow | null): ToolPart {
  const base = {
    type: part.type,
    toolName: part.toolName,
    toolCallId: part.toolCallId,
    // Written by the gate from a checked object.
    input: JSON.parse(call.effective_json) as unknown,
    ...(part.title === undefined ? {} : { title: part.title }),
    ...(part.toolMetadata === undefined ? {} : { toolMetadata: part.toolMetadata }),
    ...("callProviderMetadata" in part && part.callProviderMetadata
      ? { callProviderMetadata: part.callProviderMetadata }
      : {}),
  };
  const stored = call.result_json === null ? null : parseStoredResult(call.result_json);
  const request = approval ? { id: approval.id } : null;
  const accepted = approval?.status === "accepted" && call.state !== "refused";
  if (!stored) {
    if (!request) return { ...base, state: "input-available" };
    if (accepted) return { ...base, state: "approval-responded", approval: { ...request, approved: true } };
    return { ...base, state: "approval-requested", approval: request };
  }
  if (stored.kind === "result") {
    const approved = request ? { approval: { ...request, approved: true as const } } : {};
    return { ...base, state: "output-available", output: outputOf(stored), ...approved };
  }
  if (stored.kind === "refusal" && request) {
    return { ...base, state: "output-denied", approval: { ...request, approved: false, reason: stored.text } };
  }
  const approved = request && accepted ? { approval: { ...request, approved: true as const } } : {};
  return { ...base, state: "output-error", errorText: resultText(stored), ...approved };
}
