import { agentsOf } from "#lib/approvals/agents-of.ts";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { ChatChunk } from "#lib/chat/chat-message.ts";
import type { Asker } from "#lib/gate/contract/asker.ts";
import type { CallEvent } from "#lib/gate/contract/call-event.ts";
import { noticeOfResult, type StoredResult } from "#lib/gate/contract/stored-result.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { ToolOutput } from "#lib/results/tool-output.ts";
import { withoutBase64 } from "#lib/results/without-base64.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { partMetadata } from "./part-metadata.ts";

/** What the gate tells of one call, as chunks of the answer that it is part of. */
export function callChunks(call: ToolCallRow, event: CallEvent): ChatChunk[] {
  const { tool_call_id: toolCallId, wire_name: toolName } = call;
  switch (event.kind) {
    case "question-changed":
      return [cardChunk(event.question)];
    case "approved":
      return [{ type: "tool-approval-response", approvalId: event.approvalId, approved: true }];
    case "not-approved":
      return [{ type: "tool-approval-response", approvalId: event.approvalId, approved: false, reason: event.reason }];
    case "edited": {
      const { tool, arguments: input } = event;
      const toolMetadata = partMetadata(tool, agentsOf(call));
      return [
        { type: "tool-input-available", toolCallId, toolName, input, dynamic: true, title: tool.title, toolMetadata },
      ];
    }
    case "granted":
      return [{ type: "data-grant", id: toolCallId, data: { toolCallId, ...event.grant } }];
    case "unasked":
      return [{ type: "data-unasked", id: toolCallId, data: { toolCallId, ...event.unasked } }];
    case "progress":
      return [{ type: "data-progress", id: toolCallId, data: { toolCallId, ...event.progress } }];
    case "settled":
      return resultChunks(call, event.result);
  }
}

/** Questions as cards in the answer. The inbox reads their rows; the gate announces every change of a row. */
export function cardAsker({ tool_call_id: toolCallId }: ToolCallRow, write: (chunk: ChatChunk) => void): Asker {
  return {
    put: (question) => {
      const { approvalId, subject } = question;
      if (subject.kind === "tool-call") {
        write({ type: "tool-approval-request", approvalId, toolCallId, reason: subject.reason });
      }
      write(cardChunk(question));
    },
    withdraw: (question) => write(cardChunk(question)),
  };
}

function cardChunk(question: ApprovalView): ChatChunk {
  return { type: "data-approval", id: question.approvalId, data: question };
}

function resultChunks({ tool_call_id: toolCallId, run_id: runId }: ToolCallRow, result: StoredResult): ChatChunk[] {
  const notice = noticeOfResult(result);
  const said: ChatChunk[] = notice ? [{ type: "data-notice", id: noticeId(runId), data: notice }] : [];
  if (result.kind === "result") {
    return [...said, { type: "tool-output-available", toolCallId, dynamic: true, output: outputOf(result) }];
  }
  if (result.kind === "refusal" && result.asked) return [...said, { type: "tool-output-denied", toolCallId }];
  return [...said, { type: "tool-output-error", toolCallId, dynamic: true, errorText: result.text }];
}

/** One part for all calls of a run that carry the notice. */
export function noticeId(runId: string): string {
  return `notice-${runId}`;
}

/** The output of a tool part: what the server's result says without its bytes, and our remark beside it. */
export function outputOf({ result, remark, files }: Extract<StoredResult, { kind: "result" }>): ToolOutput {
  const { content, structuredContent, isError, mismatch } = result;
  return {
    // A block is an object, and stays one.
    content: withoutBase64(content) as JsonObject[],
    structuredContent: withoutBase64(structuredContent),
    isError,
    remark,
    ...(files === undefined ? {} : { files }),
    ...(mismatch === undefined ? {} : { mismatch }),
  };
}
