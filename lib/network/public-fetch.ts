import type { Agent } from "undici";
import { checkedConnector } from "./checked-connector.ts";
import type { Resolver } from "./resolver.ts";
import { fewPieces } from "./heed-pieces.ts";
import { lookUpApart } from "./look-up-apart.ts";
import { lookUpInTurn } from "./look-up-in-turn.ts";
import { isPublicAddress, problemOfTarget } from "./public-address.ts";

type Options = {
  /** A host that may be in a private network, and without TLS: the operator wrote it. */
  trusted?: string | undefined;
  /** Where in private networks an address may be; none where it is left out. */
  within?: (url: URL) => "anywhere" | readonly string[];
  timeoutMs: number;
  mostBytes: number;
  /** Replaces the system's resolver in tests. */
  resolver?: Resolver | undefined;
};

type Asked = {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
};

/**
 * Asks an address that somebody else chose (THREATS E9): resolved once, connected to exactly the checked address, inside
 * a private network only where that was allowed, no redirects, limits of size and time. Of the answer's headers it keeps
 * `cache-control` and `www-authenticate`. Rejects for everything else.
 */
export function publicFetch({
  trusted,
  within = (url) => (url.host === trusted ? "anywhere" : []),
  timeoutMs,
  mostBytes,
  resolver,
}: Options): (url: string, asked?: Asked) => Promise<Response> {
  const dispatchers = new Map<string, Agent>();
  return async (url, { method = "GET", headers = {}, body } = {}) => {
    const parsed = URL.parse(url);
    const privately = parsed === null ? [] : within(parsed);
    const refused = problemOfTarget(url, { mayBePrivate: privately.length > 0 });
    if (refused !== null) throw new Error(refused);
    // Loaded on demand; most instances never need it.
    const { Agent: Dispatcher, request } = await import("undici");
    const connect = await checkedConnector({
      mayReach: (address) => privately === "anywhere" || privately.includes(address) || isPublicAddress(address),
      timeoutMs,
      resolver: resolver ?? (privately.length === 0 ? lookUpApart : lookUpInTurn),
    });
    const key = String(privately);
    const dispatcher = dispatchers.get(key) ?? new Dispatcher({ connect, pipelining: 0 });
    dispatchers.set(key, dispatcher);
    const answer = await request(url, {
      method: method as "GET",
      headers: { accept: "application/json", ...headers },
      ...(body === undefined ? {} : { body }),
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
        headers: { "content-type": "application/json", ...kept(answer.headers) },
      });
    } finally {
      answer.body.destroy();
    }
  };
}

function kept(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const said = ["cache-control", "www-authenticate"].map((name) => [name, headers[name]] as const);
  return Object.fromEntries(said.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}
