import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { GrantUse } from "#lib/grants/grant-use.ts";
import type { Notice } from "#lib/approvals/notice.ts";
import { descriptorOf } from "#lib/approvals/subjects/subjects.ts";
import type { ChatMessage, ToolProgress, ToolPart } from "#lib/chat/chat-message.ts";
import { isJsonObject } from "#lib/untrusted/json.ts";
import { isAgentServer } from "#lib/verdict/agent-server.ts";
import type { Unasked } from "#lib/verdict/unasked.ts";

/** One tool call with everything that belongs to it, wherever it stands in the message. */
export type Call = {
  toolCallId: string;
  /** Null when the message holds only the approval: the person still gets the card. */
  part: ToolPart | null;
  approvals: ApprovalView[];
  progress: ToolProgress | null;
  /** The standing grant that it ran on. */
  grant: GrantUse | null;
  /** Why it ran although nobody was asked; null where somebody was, or it did not run. */
  unasked: Unasked | null;
};

/**
 * What a message is drawn from, top to bottom. Calls that follow each other stand together. `from` are the parts behind
 * a segment: a part that did not change is the same object, so the same parts mean the same drawing.
 */
export type Segment = { key: string; from: unknown[] } & (
  | { kind: "text"; text: string }
  | { kind: "reasoning"; text: string; streaming: boolean }
  | { kind: "calls"; calls: Call[] }
  | { kind: "notice"; notice: Notice }
);

export function isSameSegment(one: Segment, other: Segment): boolean {
  return one.from.length === other.from.length && one.from.every((part, index) => part === other.from[index]);
}

export function segmentsOf({ parts }: ChatMessage): Segment[] {
  const segments: Segment[] = [];
  const stacks = new Map<string, Extract<Segment, { kind: "calls" }>>();

  /** The call that a part belongs to; a new one joins the stack just above, or begins one. */
  const callOf = (toolCallId: string, part: unknown): Call => {
    // That the rest was not asked about stands below all of it.
    const last = segments.findLast((segment) => segment.kind !== "notice" || segment.notice.rest !== true);
    const stack = stacks.get(toolCallId) ?? (last?.kind === "calls" ? last : null) ?? emptyStack(toolCallId);
    if (!segments.includes(stack)) segments.push(stack);
    stacks.set(toolCallId, stack);
    stack.from.push(part);
    const known = stack.calls.find((call) => call.toolCallId === toolCallId);
    const call = known ?? { toolCallId, part: null, approvals: [], progress: null, grant: null, unasked: null };
    if (known === undefined) stack.calls.push(call);
    return call;
  };

  for (const [index, part] of parts.entries()) {
    const made = { key: String(index), from: [part] };
    if (part.type === "text") {
      if (part.text.trim() !== "") segments.push({ kind: "text", text: part.text, ...made });
    } else if (part.type === "reasoning") {
      const streaming = part.state === "streaming";
      if (part.text.trim() !== "") segments.push({ kind: "reasoning", text: part.text, streaming, ...made });
    } else if (part.type === "dynamic-tool") callOf(part.toolCallId, part).part = part;
    else if (part.type === "data-approval") callOf(part.data.toolCallId, part).approvals.push(part.data);
    else if (part.type === "data-grant") callOf(part.data.toolCallId, part).grant = part.data;
    else if (part.type === "data-progress") callOf(part.data.toolCallId, part).progress = part.data;
    else if (part.type === "data-unasked") callOf(part.data.toolCallId, part).unasked = part.data;
    else if (part.type === "data-notice") segments.push({ kind: "notice", notice: part.data, ...made });
  }
  return segments;
}

function emptyStack(key: string): Extract<Segment, { kind: "calls" }> {
  return { kind: "calls", key, calls: [], from: [] };
}

/** How a call stands, in one word for the eye and the screen reader. */
export type CallStanding =
  | "preparing"
  | "waiting"
  | "waiting for others"
  | "queued"
  | "running"
  | "done"
  | "failed"
  | "not completed"
  | "not run"
  | "not asked"
  | "unknown"
  | "interrupted"
  | "about to be released"
  | "released"
  | "not released";

export function callStanding(call: Call, answering: boolean): CallStanding {
  const standing = standingHere(call, answering);
  return isOfAgentElsewhere(call) ? standingElsewhere(standing, call) : standing;
}

/** Whether an agent elsewhere runs it, which only asks here. */
export function isOfAgentElsewhere(call: Call): boolean {
  return isAgentServer(serverOf(call) ?? "");
}

/** The id of the server whose call it is. */
export function serverOf({ part, approvals }: Call): string | null {
  const said = isJsonObject(part?.toolMetadata) ? part.toolMetadata["serverId"] : approvals[0]?.server.id;
  return typeof said === "string" ? said : null;
}

/** What ran here, if the tool were one of ours: of another's it is known only that it was let go. */
function standingElsewhere(standing: CallStanding, { approvals }: Call): CallStanding {
  if (standing === "done") return "released";
  if (standing === "failed") return "not released";
  if (standing !== "running") return standing;
  return approvals.at(-1)?.status === "accepted" ? "about to be released" : "preparing";
}

function standingHere(call: Call, answering: boolean): CallStanding {
  const { part, approvals } = call;
  const latest = approvals.at(-1);
  if (latest?.status === "pending") return latest.audience?.mayAnswer === false ? "waiting for others" : "waiting";
  if (latest?.callState === "unknown") return "unknown";
  if (latest?.callState === "refused" || part?.state === "output-denied") return "not run";
  const failed = latest && latest.status !== "accepted" ? descriptorOf(latest.subject).segment.unanswered : "failed";
  if (part?.state === "output-error" && part.errorText.startsWith(askedEnough)) return "not asked";
  if (part?.state === "output-error") return part.errorText.startsWith(deniedByPolicy) ? "not run" : failed;
  if (part?.state === "output-available") return saysError(part.output) ? failed : "done";
  if (part?.state === "approval-responded" && part.approval.approved === false) return "not run";
  if (!answering) return "interrupted";
  if (part?.state === "input-streaming") return "preparing";
  return call.progress?.isQueued === true ? "queued" : "running";
}

/** How the gate begins what it says of a call that it refused. */
const deniedByPolicy = "Tool execution denied by policy:";

/** How it begins what it says of a call that it asked nobody about, because so much was asked before. */
const askedEnough = "This tool call was not run: the user has been asked too many questions";

function saysError(output: unknown): boolean {
  return typeof output === "object" && output !== null && "isError" in output && output.isError === true;
}
