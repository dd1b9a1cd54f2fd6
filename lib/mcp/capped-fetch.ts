import type { FetchLike } from "@modelcontextprotocol/client";
import type { Agent } from "undici";
import { currentCall } from "./in-flight-call.ts";

/** One message of a server, whatever the transport: beyond it the reading stops (THREATS E12). */
export const maxMessageBytes = 8 * 1024 * 1024;
/** Everything one response stream may carry in its life, so that an endless answer ends. */
const maxAnswerBytes = 32 * 1024 * 1024;

/**
 * The fetch under a web server's connection. It waits without undici's 300 s limits, for people take longer than that,
 * and stops reading what is larger than any message may be. `close` ends all its sockets.
 */
export function cappedFetch(): { fetch: FetchLike; close: () => Promise<void> } {
  let dispatcher: Agent | null = null;
  let isClosed = false;
  return {
    fetch: async (url, init) => {
      // Loaded when it is needed: many instances have no server on the web.
      const { Agent: Dispatcher, fetch: undiciFetch } = await import("undici");
      if (isClosed) throw new Error("This connection was closed.");
      dispatcher ??= new Dispatcher({ headersTimeout: 0, bodyTimeout: 0, connectTimeout: 10_000 });
      // undici's own types differ from the DOM's in name only.
      const response = (await undiciFetch(String(url), { ...init, dispatcher } as never)) as unknown as Response;
      return response.body === null ? response : capped(response, response.body, isListening(init));
    },
    close: async () => {
      isClosed = true;
      await dispatcher?.destroy();
    },
  };
}

/** Streams that stay open for notifications have no end; their single messages still do. */
function isListening(init: RequestInit | undefined): boolean {
  if (init?.method !== "POST") return true;
  return new Headers(init.headers).get("mcp-method") === "subscriptions/listen";
}

function capped(response: Response, body: ReadableStream<Uint8Array>, isEndless: boolean): Response {
  const isEventStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
  let total = 0;
  let message = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      total += chunk.length;
      const boundary = isEventStream ? endOfLastEvent(chunk) : -1;
      message = boundary === -1 ? message + chunk.length : chunk.length - boundary;
      if (message <= maxMessageBytes && (isEndless || total <= maxAnswerBytes)) return controller.enqueue(chunk);
      const why = `it is larger than ${maxMessageBytes / 1024 / 1024} MB`;
      currentCall.getStore()?.streamEnded(why);
      controller.error(new Error(`The answer was cut off: ${why}.`));
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body.pipeThrough(counting), { status, statusText, headers });
}

/** Where the last event that ends inside the chunk ends, or -1. A boundary split between chunks only counts later. */
function endOfLastEvent(chunk: Uint8Array): number {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Math.max(text.lastIndexOf("\n\n"), text.lastIndexOf("\r\n\r\n"), text.lastIndexOf("\r\r"));
}
