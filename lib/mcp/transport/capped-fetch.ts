import type { FetchLike } from "@modelcontextprotocol/client";
import type { Agent } from "undici";
import { checkedConnector } from "#lib/network/checked-connector.ts";
import type { Resolver } from "#lib/network/resolver.ts";
import { heedPieces } from "#lib/network/heed-pieces.ts";
import { lookUpApart } from "#lib/network/look-up-apart.ts";
import { lookUpInTurn } from "#lib/network/look-up-in-turn.ts";
import { isPublicAddress } from "#lib/network/public-address.ts";
import { LineFeeds } from "#lib/untrusted/line-feeds.ts";
import type { FloodGuard } from "./flood-guard.ts";
import { currentCall } from "./in-flight-call.ts";
import { MessageMeter } from "./message-meter.ts";

/**
 * Size limit of one message of a server, over any transport (THREATS E12: caps on results). Some servers send a picture
 * twice, as content and as structured content: the largest that is kept, 6 MB of base64, fits.
 */
export const maxMessageBytes = 14 * 1024 * 1024;
/** Size limit of one whole response stream, so that an endless answer ends. */
const maxAnswerBytes = 32 * 1024 * 1024;

type Under = { guard: FloodGuard; privately: "anywhere" | readonly string[]; resolver?: Resolver | undefined };

/**
 * The fetch of a web server's connection. It has no limit of 300 s like undici's, because people take longer; stops
 * reading a message that is too large; and connects within private networks only to confirmed addresses (THREATS E9).
 * `heardSince`: since when the stream of an older server's announcements is open, null while it is not. `close` ends
 * all its sockets.
 */
export function cappedFetch({ guard, privately, resolver }: Under): {
  fetch: FetchLike;
  heardSince: () => number | null;
  close: () => Promise<void>;
} {
  const mayReach = (address: string) =>
    privately === "anywhere" || privately.includes(address) || isPublicAddress(address);
  const lookUp = resolver ?? (privately.length === 0 ? lookUpApart : lookUpInTurn);
  let dispatcher: Agent | null = null;
  let isClosed = false;
  /** Open streams of announcements, each with its opening time. */
  const standing = new Set<{ since: number }>();
  return {
    fetch: async (url, init) => {
      // Loaded on demand: many instances have no web server.
      const { Agent: Dispatcher, fetch: undiciFetch } = await import("undici");
      if (dispatcher === null) {
        // Resolved once: answers to a server's questions follow one another fast.
        const connect = await checkedConnector({ mayReach, timeoutMs: 10_000, resolver: lookUp });
        dispatcher ??= new Dispatcher({ headersTimeout: 0, bodyTimeout: 0, connect });
        if (isClosed) await dispatcher.destroy();
      }
      if (isClosed) throw new Error("This connection was closed.");
      const heeding = heedPieces(dispatcher, guard.pieces);
      // undici's own types differ from the DOM's in name only.
      const response = (await undiciFetch(String(url), {
        ...init,
        dispatcher: heeding,
      } as never)) as unknown as Response;
      if (response.body === null) return response;
      const how = { guard, isEndless: isListening(init) };
      if (init?.method !== "GET" || !response.ok || !hasEvents(response)) return capped(response, response.body, how);
      const stream = { since: performance.now() };
      standing.add(stream);
      return capped(response, response.body, { ...how, ended: () => standing.delete(stream) });
    },
    heardSince: () => (standing.size === 0 ? null : Math.min(...[...standing].map(({ since }) => since))),
    close: async () => {
      isClosed = true;
      await dispatcher?.destroy();
    },
  };
}

/** Streams of announcements have no size limit; their single messages have one. */
function isListening(init: RequestInit | undefined): boolean {
  if (init?.method !== "POST") return true;
  return new Headers(init.headers).get("mcp-method") === "subscriptions/listen";
}

type How = { guard: FloodGuard; isEndless: boolean; ended?: () => void };

function capped(
  response: Response,
  body: ReadableStream<Uint8Array>,
  { guard, isEndless, ended = () => {} }: How,
): Response {
  const isEventStream = hasEvents(response);
  const call = currentCall.getStore();
  const meter = new MessageMeter(maxMessageBytes);
  const lines = new LineFeeds();
  let total = 0;
  const cutOff = (why: string) => {
    call?.streamEnded(`it is ${why}`);
    return new Error(`The answer was cut off: it is ${why}.`);
  };
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    start: () => void (isEventStream || guard.message()),
    transform: async (said, controller) => {
      await guard.chunk(said.length, meter.takeValues());
      total += said.length;
      const chunk = isEventStream ? lines.in(said) : said;
      if (!isEndless && total > maxAnswerBytes) throw cutOff(`larger than ${maxAnswerBytes / 1024 / 1024} MB`);
      let furtherMessages = isEventStream ? 0 : meter.readAnswer(chunk);
      let from = 0;
      for (let read = 0; isEventStream && read !== -1 && meter.problem === null;) {
        read = meter.readEvent(chunk, Math.max(read, 0));
        if (read === -1 || !guard.message()) continue;
        controller.enqueue(chunk.subarray(from, read));
        from = read;
        await guard.turn();
      }
      if (meter.problem !== null) throw cutOff(meter.problem);
      for (; furtherMessages > 0; furtherMessages -= 1) guard.message();
      controller.enqueue(chunk.subarray(from));
    },
  });
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // What was measured as events is read as events.
  if (isEventStream) headers.set("content-type", "text/event-stream");
  // Errors reach the reader of the other side.
  void body.pipeTo(counting.writable).then(ended, ended);
  return new Response(counting.readable, { status, statusText, headers });
}

/** In whatever letters, as the SDK reads it. */
export function hasEvents({ headers }: Response): boolean {
  return /text\/event-stream/i.test(headers.get("content-type") ?? "");
}
