import { readUIMessageStream } from "ai";
import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";

/** The message after these chunks, by the SDK's own rules. */
export async function fold(message: ChatMessage, chunks: ChatChunk[]): Promise<ChatMessage> {
  const stream = new ReadableStream<ChatChunk>({
    start: (controller) => {
      for (const chunk of chunks) if (!isStarting(chunk)) controller.enqueue(chunk);
      controller.close();
    },
  });
  let latest = message;
  for await (const next of readUIMessageStream<ChatMessage>({ message, stream, terminateOnError: true })) latest = next;
  return latest;
}

/** The finished input repeats all of it. */
function isStarting({ type }: ChatChunk): boolean {
  return type === "tool-input-start" || type === "tool-input-delta";
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
