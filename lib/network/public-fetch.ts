import type { Agent } from "undici";
import { checkedConnector, type Resolver } from "./checked-connector.ts";
import { fewPieces } from "./heed-pieces.ts";
import { isPublicAddress, problemOfTarget } from "./public-address.ts";

type Options = {
  /** A host that may be in a private network, and without TLS: the operator wrote it. */
  trusted?: string | undefined;
  timeoutMs: number;
  mostBytes: number;
  /** Replaces the system's resolver in tests. */
  resolver?: Resolver | undefined;
};

/**
 * Reads an address that somebody else chose (THREATS E9): resolved once, connected to exactly the checked address, never
 * inside a private network, no redirects, limits of size and time. Rejects for everything else.
 */
export function publicFetch({ trusted, timeoutMs, mostBytes, resolver }: Options): (url: string) => Promise<Response> {
  const dispatchers = new Map<boolean, Agent>();
  return async (url) => {
    const isTrusted = URL.parse(url)?.host === trusted;
    const refused = problemOfTarget(url, { mayBePrivate: isTrusted });
    if (refused !== null) throw new Error(refused);
    // Loaded on demand; most instances never need it.
    const { Agent: Dispatcher, request } = await import("undici");
    const connect = await checkedConnector({
      mayReach: (address) => isTrusted || isPublicAddress(address),
      timeoutMs,
      resolver,
    });
    const dispatcher = dispatchers.get(isTrusted) ?? new Dispatcher({ connect, pipelining: 0 });
    dispatchers.set(isTrusted, dispatcher);
    const answer = await request(url, {
      headers: { accept: "application/json" },
      dispatcher: fewPieces(dispatcher),
      signal: AbortSignal.timeout(timeoutMs),
    });
    answer.body.on("error", () => {});
    try {
      const pieces: Buffer[] = [];
      let size = 0;
      for await (const piece of answer.body as AsyncIterable<Buffer>) {
        size += piece.length;
        if (size > mostBytes) throw new Error(`It answered with more than ${mostBytes} bytes.`);
        pieces.push(piece);
      }
      const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
      return new Response(hasBody ? Buffer.concat(pieces) : null, {
        status: answer.statusCode,
        headers: { "content-type": "application/json", ...cachingOf(answer.headers["cache-control"]) },
      });
    } finally {
      answer.body.destroy();
    }
  };
}

function cachingOf(said: string | string[] | undefined): Record<string, string> {
  return typeof said === "string" ? { "cache-control": said } : {};
}
