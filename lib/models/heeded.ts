import type { Dispatcher } from "undici";
import { EventLine } from "#lib/untrusted/event-line.ts";
import { heedPieces } from "#lib/network/heed-pieces.ts";
import { SaidTooMuch } from "./bounded.ts";

type Fetch = typeof globalThis.fetch;

/**
 * Of one answer: pieces, for each word may come in one of its own, and lines that are no field of an event, of which the
 * library makes errors.
 */
const most = { pieces: 200_000, unknownLines: 1_000 };

/**
 * The same fetch, for model servers that say next to nothing without end (THREATS G26): in pieces of a byte, in hints
 * before the answer, in lines that nobody knows.
 */
export function heeded(fetch: Fetch, { viaProxy }: { viaProxy: boolean }, { pieces, unknownLines } = most): Fetch {
  let base: Dispatcher | null = null;
  return async (input, init) => {
    // Loaded on demand; the demo model needs none.
    const { Agent, Dispatcher1Wrapper, EnvHttpProxyAgent } = await import("undici");
    base ??= viaProxy ? new EnvHttpProxyAgent() : new Agent();
    let piecesLeft = pieces;
    const heeding = heedPieces(base, {
      isTooMany: (more) => (piecesLeft -= more) < 0,
      end: () => new SaidTooMuch(),
    });
    // Node's own fetch knows the dispatchers of an older undici.
    const dispatcher = new Dispatcher1Wrapper(heeding);
    const response = await fetch(input, { ...init, dispatcher } as RequestInit);
    const isEventStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
    if (response.body === null || !isEventStream) return response;
    const line = new EventLine();
    let left = unknownLines;
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => {
        for (const byte of piece) {
          if (byte !== lineFeed && byte !== carriageReturn) line.read(byte);
          else if (line.end() === "unknown" && (left -= 1) < 0) throw new SaidTooMuch();
        }
        controller.enqueue(piece);
      },
    });
    return new Response(response.body.pipeThrough(counting), response);
  };
}

const lineFeed = 10;
const carriageReturn = 13;
