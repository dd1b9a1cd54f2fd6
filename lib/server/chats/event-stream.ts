import type { AppEvent } from "#lib/chat/chat-summary.ts";
import { CutOff } from "#lib/server/http/cut-off.ts";
import type { AppEventHub } from "./app-event-hub.ts";

/** A client with so many unread events is cut off; its browser connects again and reads everything. */
const mostUnread = 1_000;

type Options = { changes: AppEventHub; personId: string; keepAliveMs: number };

/** The changes of a person's chats from now on, as server-sent events. Stops listening when it is cancelled. */
export function eventStream({ changes, personId, keepAliveMs }: Options): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (text: string) => {
        if ((controller.desiredSize ?? 0) > -mostUnread) return controller.enqueue(encoder.encode(text));
        stop();
        controller.error(new CutOff("This client reads too slowly."));
      };
      const unlisten = changes.listen(({ event }) => send(sseOf(event)), personId);
      // An event and not a comment: a page does not see comments.
      const alive = setInterval(() => send("event: alive\ndata: {}\n\n"), keepAliveMs);
      stop = () => {
        unlisten();
        clearInterval(alive);
      };
      send(": open\n\n");
    },
    cancel: () => stop(),
  });
}

function sseOf(event: AppEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
