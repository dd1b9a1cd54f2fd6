import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { chunksOfToolPart } from "#lib/chat/chunks-of.ts";
import type { AnswerStream } from "./answer-stream.ts";
import { toolParts } from "./proposals.ts";

/** Tells watchers what became of the calls that `before` knew as open, or of all; then nothing more comes. */
export function writeEnding(stream: AnswerStream, message: ChatMessage, before: ChatMessage | null): void {
  const known = new Map(toolParts(before ?? { ...message, parts: [] }).map((part) => [part.toolCallId, part.state]));
  for (const part of message.parts) {
    if (part.type === "dynamic-tool" && known.get(part.toolCallId) !== part.state) {
      for (const chunk of chunksOfToolPart(part)) stream.write(chunk);
    }
    if (part.type === "data-approval") {
      stream.write({ type: "data-approval", id: part.data.approvalId, data: part.data });
    }
    if (part.type === "data-notice") {
      const id = part.id === undefined ? {} : { id: part.id };
      stream.write({ type: "data-notice", ...id, data: part.data });
    }
  }
  stream.write({ type: "abort" });
}
