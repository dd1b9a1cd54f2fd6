import type { AppEvent } from "#lib/chat/chat-summary.ts";
import { guard } from "#lib/server/guard.ts";
import { services } from "#lib/server/services.ts";
import { keepAliveMs } from "../limits.ts";

/** What changes in this person's chats, as server-sent events; one connection serves a whole browser. */
export const GET = guard({}, ({ person, request }) => {
  const { changes } = services();
  const encoder = new TextEncoder();
  let close = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const stop = changes.listen(({ personId, event }) => {
        if (personId === null || personId === person.id) send(sseOf(event));
      });
      const alive = setInterval(() => send(": keep-alive\n\n"), keepAliveMs);
      close = () => {
        stop();
        clearInterval(alive);
      };
      request.signal.addEventListener("abort", () => close(), { once: true });
      send(": open\n\n");
    },
    cancel: () => close(),
  });
  const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };
  return new Response(stream, { headers });
});

function sseOf(event: AppEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
