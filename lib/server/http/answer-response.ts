import { UI_MESSAGE_STREAM_HEADERS } from "ai";
import type { ChatChunk } from "#lib/chat/chat-message.ts";

/**
 * An answer as clients of the AI SDK read it, byte for byte what its `createUIMessageStreamResponse` sends. That one puts
 * three more streams between, and they cost every answer that somebody watches some twenty kilobytes.
 */
export function answerResponse(stream: ReadableStream<ChatChunk>, keepAliveMs: number): Response {
  return new Response(eventsOf(stream, keepAliveMs), { headers: UI_MESSAGE_STREAM_HEADERS });
}

function eventsOf(stream: ReadableStream<ChatChunk>, keepAliveMs: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const reader = stream.getReader();
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream({
    start: (controller) => {
      // The headers go out with the first bytes.
      controller.enqueue(encoder.encode(": stream-open\n\n"));
      timer = setInterval(() => {
        // A client that has not read what there is knows that it is alive.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(": keep-alive\n\n"));
      }, keepAliveMs);
    },
    pull: async (controller) => {
      const read = await reader.read().catch((error: unknown) => {
        clearInterval(timer);
        throw error;
      });
      if (read.done) {
        clearInterval(timer);
        controller.enqueue(encoder.encode("data: [DONE]\n\n"));
        return controller.close();
      }
      controller.enqueue(encoder.encode(`data: ${JSON.stringify(read.value)}\n\n`));
      timer?.refresh();
    },
    cancel: (reason) => {
      clearInterval(timer);
      return reader.cancel(reason);
    },
  });
}
