import type { Dispatcher } from "undici";
import { heedPieces } from "#lib/network/heed-pieces.ts";
import { SaidTooMuch } from "./bounded.ts";

type Fetch = typeof globalThis.fetch;

/** For the whole process: each keeps its connections, and a model is made anew for each step. */
const bases = new Map<boolean, Dispatcher>();
/** A server may ask for longer, and keep as many connections open as there were requests. */
const keepAliveMaxTimeout = 10_000;

/** Of one answer, for each word may come in a piece of its own. */
const mostPieces = 200_000;

/**
 * The same fetch, for model servers that say next to nothing without end (THREATS G26): in pieces of a byte, or in hints
 * before the answer.
 */
export function heeded(fetch: Fetch, { viaProxy }: { viaProxy: boolean }, pieces = mostPieces): Fetch {
  return async (input, init) => {
    // Loaded on demand; the demo model needs none.
    const { Agent, Dispatcher1Wrapper, EnvHttpProxyAgent } = await import("undici");
    const base = bases.get(viaProxy) ?? new (viaProxy ? EnvHttpProxyAgent : Agent)({ keepAliveMaxTimeout });
    bases.set(viaProxy, base);
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
