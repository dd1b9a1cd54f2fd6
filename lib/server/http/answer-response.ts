import type { ChatChunk } from "#lib/chat/chat-message.ts";

/** The AI SDK's for such a stream; to import them would load all of it. */
const headers = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache",
  connection: "keep-alive",
  "x-vercel-ai-ui-message-stream": "v1",
  "x-accel-buffering": "no",
};

/**
 * An answer for clients of the AI SDK, byte for byte what `createUIMessageStreamResponse` sends. That function adds
 * three more streams, which cost about twenty kilobytes for every answer that is watched.
 */
export function answerResponse(stream: ReadableStream<ChatChunk>, keepAliveMs: number): Response {
  return new Response(eventsOf(stream, keepAliveMs), { headers });
}

function eventsOf(stream: ReadableStream<ChatChunk>, keepAliveMs: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const reader = stream.getReader();
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream({
    start: (controller) => {
      // The headers are sent with the first bytes.
      controller.enqueue(encoder.encode(": stream-open\n\n"));
      timer = setInterval(() => {
        // A client with unread data needs no keep-alive.
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
