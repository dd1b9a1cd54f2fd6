import type { Dispatcher } from "undici";
import { heedPieces } from "#lib/network/heed-pieces.ts";
import { SaidTooMuch } from "./bounded.ts";

type Fetch = typeof globalThis.fetch;

/** Of one answer, for each word may come in a piece of its own. */
const mostPieces = 200_000;

/**
 * The same fetch, for model servers that say next to nothing without end (THREATS G26): in pieces of a byte, or in hints
 * before the answer.
 */
export function heeded(fetch: Fetch, { viaProxy }: { viaProxy: boolean }, pieces = mostPieces): Fetch {
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
    return fetch(input, { ...init, dispatcher } as RequestInit);
  };
}
