import { ReadableStream as NodeStream } from "node:stream/web";
import type { Dispatcher } from "undici";
import { lookUpFew } from "#lib/network/few-addresses.ts";
import { heedPieces } from "#lib/network/heed-pieces.ts";
import { SaidTooMuch } from "./bounded.ts";
import { joinPieces } from "./join-pieces.ts";

type Fetch = typeof globalThis.fetch;

/** Loaded on demand; the demo model needs none. */
let loading: Promise<typeof import("undici")> | undefined;

/** One for the whole process, so that all models share its connections; by whether it goes through a proxy. */
const bases = new Map<boolean, Dispatcher>();
/** Without this limit a server could keep a connection open for each request, as long as it likes. */
const keepAliveMaxTimeout = 10_000;
const connect = { lookup: lookUpFew };

/** Pieces of one answer: each word may come in a piece of its own. */
const mostPieces = 200_000;

/** The highest status that `Response` takes. */
const mostStatus = 599;

const withoutBody = new Set([204, 205]);

/**
 * A fetch for model servers that say next to nothing without end (THREATS G26): in pieces of a byte, or in hints before
 * the answer. It follows no redirect, which would carry the key elsewhere. It is made of undici's `request`, because each
 * word of an answer costs Node's own fetch several streams.
 */
export function heeded({ viaProxy }: { viaProxy: boolean }, pieces = mostPieces): Fetch {
  return async (input, { method = "GET", headers, body, signal } = {}) => {
    const { Agent, EnvHttpProxyAgent, request } = await (loading ??= import("undici"));
    const base = bases.get(viaProxy) ?? new (viaProxy ? EnvHttpProxyAgent : Agent)({ keepAliveMaxTimeout, connect });
    bases.set(viaProxy, base);
    let piecesLeft = pieces;
    const heeding = heedPieces(base, {
      isTooMany: (more) => (piecesLeft -= more) < 0,
      end: () => new SaidTooMuch(),
    });
    try {
      const asked = new Headers(headers);
      asked.set("accept-encoding", "identity");
      const answer = await request(String(input instanceof Request ? input.url : input), {
        dispatcher: joinPieces(heeding),
        method: method as Dispatcher.HttpMethod,
        headers: Object.fromEntries(asked),
        body: body as string,
        signal: signal ?? null,
      });
      const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400;
      if (isRedirect || answer.statusCode > mostStatus) {
        // What is not read would keep its connection.
        answer.body.on("error", () => {}).destroy();
        throw new Error(isRedirect ? "unexpected redirect" : `unknown status ${answer.statusCode}`);
      }
      if (withoutBody.has(answer.statusCode)) await answer.body.dump();
      const said = withoutBody.has(answer.statusCode) ? null : NodeStream.from(answer.body);
      // The types of Node and of the browser differ in what a stream is.
      return new Response(said as ReadableStream<Uint8Array> | null, {
        status: answer.statusCode,
        headers: headersOf(answer.headers),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      // As fetch words it, for the libraries.
      throw new TypeError("fetch failed", { cause });
    }
  };
}

function headersOf(said: Dispatcher.ResponseData["headers"]): [string, string][] {
  return Object.entries(said).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
}
