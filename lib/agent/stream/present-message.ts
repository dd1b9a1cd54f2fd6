import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import type { Audience } from "#lib/people/audience.ts";
import { isJsonObject } from "#lib/untrusted/json.ts";
import type { ChatMessage, ToolPart } from "#lib/chat/chat-message.ts";
import { audiencesOf } from "#lib/gate/ask/audiences.ts";
import { isDelegation } from "#lib/gate/run/delegate-call.ts";
import { noticeId, outputOf } from "./call-chunks.ts";
import { noticeOfResult, parseStoredResult, resultText } from "#lib/gate/contract/stored-result.ts";
import { grantUseOf } from "#lib/gate/grants/grant-use-of.ts";
import { unaskedOf } from "#lib/gate/grants/grant-use-of.ts";
import { viewOf } from "#lib/gate/ask/view-of.ts";
import { approvalsOfRun } from "#lib/store/approvals/approvals.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { delegationsOfRun } from "#lib/store/calls/delegations.ts";
import type { ApprovalRow, DelegationRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { toolCallsOfRun } from "#lib/store/calls/tool-calls.ts";

type Part = ChatMessage["parts"][number];
type Rows = {
  calls: ToolCallRow[];
  approvals: ApprovalRow[];
  /** The open approvals that others may have to answer. */
  delegations: DelegationRow[];
  audiences: ReadonlyMap<string, Audience>;
};

/**
 * A message as the rows know it: every tool part in the state of its call, every approval as it stands now. The
 * stored parts of a message in progress say only what the model wrote; the rows are the truth about the rest. The calls
 * of a worker stand below the call that gave it the work.
 */
export function presentMessage(message: ChatMessage, rows: Rows): ChatMessage {
  return { ...message, parts: new Presentation(rows).of(message.parts, null) };
}

/** The message of a run as its rows stand now. */
export async function presentRun(database: Database, runId: string, message: ChatMessage): Promise<ChatMessage> {
  const calls = await toolCallsOfRun(database, runId);
  const approvals = await approvalsOfRun(database, runId);
  // The reader of an answer is the person whose chat it is.
  const audiences = await audiencesOf(database, approvals, approvals[0]?.person_id ?? "");
  const delegations = calls.some(isDelegation) ? await delegationsOfRun(database, runId) : [];
  return presentMessage(message, { calls, approvals, delegations, audiences });
}

/**
 * What a worker has said, for its own model: its calls as their rows stand now, and nothing of the calls below them.
 */
export async function presentWork(
  database: Database,
  runId: string,
  callId: string,
  message: ChatMessage,
): Promise<ChatMessage> {
  const calls = await toolCallsOfRun(database, runId);
  const approvals = await approvalsOfRun(database, runId);
  return {
    ...message,
    parts: new Presentation({ calls, approvals, delegations: [], audiences: new Map() }).of(message.parts, callId),
  };
}

/** A message as the model that wrote it knows it: without the calls of the agents it gave work to. */
export function withoutWorkers(message: ChatMessage): ChatMessage {
  return { ...message, parts: message.parts.filter((part) => part.type !== "dynamic-tool" || !isOfWorker(part)) };
}

function isOfWorker({ toolMetadata }: ToolPart): boolean {
  const agents = isJsonObject(toolMetadata) ? toolMetadata["agents"] : undefined;
  return Array.isArray(agents) && agents.length > 0;
}

class Presentation {
  readonly #callOf: ReadonlyMap<string, ToolCallRow>;
  readonly #approvals: ApprovalRow[];
  readonly #audiences: Rows["audiences"];
  readonly #work: ReadonlyMap<string, Part[]>;
  #noticed = false;

  constructor({ calls, approvals, delegations, audiences }: Rows) {
    this.#callOf = new Map(calls.map((call) => [call.tool_call_id, call]));
    this.#approvals = approvals;
    this.#audiences = audiences;
    // Written by the worker's own loop.
    this.#work = new Map(delegations.map((row) => [row.call_id, JSON.parse(row.parts_json) as Part[]]));
  }

  /** The parts that an agent wrote, as the rows stand; `parentId` is the call that gave it the work. */
  of(written: readonly Part[], parentId: string | null): Part[] {
    const parts: Part[] = [];
    for (const part of written) {
      if (part.type === "data-approval" || part.type === "data-grant" || part.type === "data-unasked") continue;
      if (part.type === "data-notice" && part.id !== undefined) continue;
      const call = part.type === "dynamic-tool" ? this.#callOf.get(part.toolCallId) : undefined;
      if (part.type !== "dynamic-tool" || !call) parts.push(part);
      else if (call.parent_id === parentId) parts.push(...this.#call(part, call));
    }
    return parts;
  }

  #call(part: ToolPart, call: ToolCallRow): Part[] {
    const mine = this.#approvals.filter(({ call_id }) => call_id === call.id);
    const parts: Part[] = [presentToolPart(part, call, mine.findLast(({ kind }) => kind === "tool-call") ?? null)];
    for (const approval of mine) {
      parts.push({
        type: "data-approval",
        id: approval.id,
        data: viewOf(approval, call.state, this.#audiences.get(approval.id)),
      });
    }
    const grant = grantUseOf(call);
    if (grant) parts.push({ type: "data-grant", id: part.toolCallId, data: { toolCallId: part.toolCallId, ...grant } });
    const unasked = unaskedOf(call);
    const { toolCallId } = part;
    if (unasked) parts.push({ type: "data-unasked", id: toolCallId, data: { toolCallId, ...unasked } });
    const notice = call.result_json === null ? null : noticeOfResult(parseStoredResult(call.result_json));
    if (notice && !this.#noticed) parts.push({ type: "data-notice", id: noticeId(call.run_id), data: notice });
    this.#noticed ||= notice !== null;
    const below = (this.#work.get(call.id) ?? []).filter(({ type }) => type === "dynamic-tool");
    return [...parts, ...this.of(below, call.id)];
  }
}

function presentToolPart(part: ToolPart, call: ToolCallRow, approval: ApprovalRow | null): ToolPart {
  const base = {
    type: part.type,
    toolName: part.toolName,
    toolCallId: part.toolCallId,
    input: storedArguments(call.effective_json),
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
