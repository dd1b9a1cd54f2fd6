import type { ChatChunk, ChatMessage } from "./chat-message.ts";

type Part = ChatMessage["parts"][number];
type ToolPart = Extract<Part, { type: "dynamic-tool" }>;

/**
 * The chunks that rebuild a stored message on a client, from its one `start` on. Every open text is closed, so live
 * chunks of a next step may follow.
 */
export function chunksOf(message: ChatMessage): ChatChunk[] {
  const start: ChatChunk = { type: "start", messageId: message.id };
  if (message.metadata !== undefined) start.messageMetadata = message.metadata;
  return [start, ...message.parts.flatMap((part, index) => chunksOfPart(part, `${message.id}-${index}`))];
}

function chunksOfPart(part: Part, id: string): ChatChunk[] {
  switch (part.type) {
    case "step-start":
      return [{ type: "start-step" }];
    case "text":
    case "reasoning": {
      const metadata = part.providerMetadata ? { providerMetadata: part.providerMetadata } : {};
      return part.type === "text"
        ? [
            { type: "text-start", id, ...metadata },
            { type: "text-delta", id, delta: part.text },
            { type: "text-end", id },
          ]
        : [
            { type: "reasoning-start", id, ...metadata },
            { type: "reasoning-delta", id, delta: part.text },
            { type: "reasoning-end", id },
          ];
    }
    case "dynamic-tool":
      return chunksOfToolPart(part);
    case "data-approval":
      return [{ type: "data-approval", id: part.data.approvalId, data: part.data }];
    case "data-notice":
      return [{ type: "data-notice", ...(part.id === undefined ? {} : { id: part.id }), data: part.data }];
    case "data-grant":
      return [{ type: "data-grant", id: part.data.toolCallId, data: part.data }];
    case "data-unasked":
      return [{ type: "data-unasked", id: part.data.toolCallId, data: part.data }];
    case "data-progress":
      return [{ type: "data-progress", id: part.data.toolCallId, data: part.data }];
    case "source-url":
      return [
        { type: "source-url", sourceId: part.sourceId, url: part.url, ...(part.title ? { title: part.title } : {}) },
      ];
    default:
      // Our messages hold no files and documents; a transient part is never stored.
      return [];
  }
}

/** The input, then the outcome. */
export function chunksOfToolPart(part: ToolPart): ChatChunk[] {
  const { toolCallId, toolName } = part;
  const call = {
    toolCallId,
    toolName,
    dynamic: true,
    ...(part.title === undefined ? {} : { title: part.title }),
    ...(part.toolMetadata === undefined ? {} : { toolMetadata: part.toolMetadata }),
    ...("callProviderMetadata" in part && part.callProviderMetadata
      ? { providerMetadata: part.callProviderMetadata }
      : {}),
  };
  if (part.state === "output-error" && part.approval === undefined && part.input === undefined) {
    return [{ type: "tool-input-error", ...call, input: part.input, errorText: part.errorText }];
  }
  return [{ type: "tool-input-available", ...call, input: part.input }, ...outcomeChunks(part)];
}

/** The outcome of a tool part after its input, as chunks. */
export function outcomeChunks(part: ToolPart): ChatChunk[] {
  const { toolCallId } = part;
  const chunks: ChatChunk[] = [];
  if (part.approval) {
    const { id: approvalId, requestReason, approved, reason } = part.approval;
    chunks.push({
      type: "tool-approval-request",
      approvalId,
      toolCallId,
      ...(requestReason ? { reason: requestReason } : {}),
    });
    if (approved !== undefined) {
      chunks.push({ type: "tool-approval-response", approvalId, approved, ...(reason ? { reason } : {}) });
    }
  }
  if (part.state === "output-available") {
    chunks.push({ type: "tool-output-available", toolCallId, dynamic: true, output: part.output });
  } else if (part.state === "output-error") {
    chunks.push({ type: "tool-output-error", toolCallId, dynamic: true, errorText: part.errorText });
  } else if (part.state === "output-denied") {
    chunks.push({ type: "tool-output-denied", toolCallId });
  }
  return chunks;
}
