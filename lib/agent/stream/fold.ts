import { readUIMessageStream } from "ai";
import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";

/** The message after these chunks, by the SDK's own rules. Neighbouring deltas are joined first, so it stays linear. */
export async function fold(message: ChatMessage, chunks: ChatChunk[]): Promise<ChatMessage> {
  const stream = new ReadableStream<ChatChunk>({
    start: (controller) => {
      for (const chunk of joined(chunks)) controller.enqueue(chunk);
      controller.close();
    },
  });
  let latest = message;
  for await (const next of readUIMessageStream<ChatMessage>({ message, stream, terminateOnError: true })) latest = next;
  return latest;
}

function joined(chunks: ChatChunk[]): ChatChunk[] {
  const result: ChatChunk[] = [];
  const failed = new Set(chunks.flatMap((chunk) => (chunk.type === "tool-input-error" ? [chunk.toolCallId] : [])));
  for (const chunk of chunks) {
    const last = result.at(-1);
    if (chunk.type === "text-delta" && last?.type === "text-delta" && last.id === chunk.id) {
      result[result.length - 1] = { ...last, delta: last.delta + chunk.delta };
    } else if (chunk.type === "reasoning-delta" && last?.type === "reasoning-delta" && last.id === chunk.id) {
      result[result.length - 1] = { ...last, delta: last.delta + chunk.delta };
    } else if (chunk.type === "tool-input-start") {
      // The finished input repeats all of it; a failed one leaves out the name of the tool.
      if (failed.has(chunk.toolCallId)) result.push(chunk);
    } else if (chunk.type !== "tool-input-delta") {
      result.push(chunk);
    }
  }
  return result;
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
