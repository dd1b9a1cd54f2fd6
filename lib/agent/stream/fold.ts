import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import { foldChunk } from "#lib/chat/fold-chunk.ts";

/** The message after these chunks, without calls whose arguments are not whole yet. */
export function fold(message: ChatMessage, chunks: readonly ChatChunk[]): ChatMessage {
  const whole = chunks.filter(({ type }) => type !== "tool-input-start" && type !== "tool-input-delta");
  return whole.reduce(foldChunk, { message, open: new Map() }).message;
}

/** What is kept of a step that was cut off: the text so far; proposals that were never recorded are dropped. */
export function withoutUnfinished(message: ChatMessage, known: ReadonlySet<string>): ChatMessage {
  const parts = message.parts
    .filter((part) => part.type !== "dynamic-tool" || part.state === "output-error" || known.has(part.toolCallId))
    .map((part) =>
      (part.type === "text" || part.type === "reasoning") && part.state === "streaming"
        ? { ...part, state: "done" as const }
        : part,
    );
  return { ...message, parts };
}
