import type { Agent, Dispatcher } from "undici";
import { checkedConnector, PrivateNetwork } from "#lib/network/checked-connector.ts";
import type { Resolver } from "#lib/network/resolver.ts";
import { fewPieces } from "#lib/network/heed-pieces.ts";
import { lookUpApart } from "#lib/network/look-up-apart.ts";
import { lookUpInTurn } from "#lib/network/look-up-in-turn.ts";
import { isPublicAddress, problemOfTarget } from "#lib/network/public-address.ts";

type Message = { headers: Record<string, string>; body: string | Buffer };
type Answer = { status: number; body: Buffer };

/** Sends one message; resolves to the status, or to why there is none, in words. Never rejects. */
export type SafePost = {
  post: (address: string, message: Message) => Promise<{ status: number } | { problem: string }>;
  /** The same, with the answer's body; more than `mostBytes` of it is a problem. */
  ask: (address: string, message: Message, mostBytes: number) => Promise<Answer | { problem: string }>;
  close: () => Promise<void>;
};

type Options = {
  /** Whether messages may go into private networks and without TLS. */
  mayBePrivate: boolean;
  /** Whether messages may go without TLS: for content that is not secret, with a signed answer. */
  mayBePlain?: boolean;
  /** From the lookup of the name to the end of the answer. */
  timeoutMs: number;
  /** Replaces the system's resolver in tests. */
  resolver?: Resolver;
};

/**
 * POST to an address that somebody else chose (THREATS E9): resolved once, connected to exactly the checked address,
 * never inside a private network, no redirects, a size limit and a time limit.
 */
export function safePost({ mayBePrivate, mayBePlain = mayBePrivate, timeoutMs, resolver }: Options): SafePost {
  const mayReach = (to: string) => mayBePrivate || isPublicAddress(to);
  const lookUp = resolver ?? (mayBePrivate ? lookUpInTurn : lookUpApart);
  let dispatcher: Agent | null = null;
  let isClosed = false;

  async function send<Result>(
    address: string,
    { headers, body }: Message,
    heed: (answer: Dispatcher.ResponseData) => Promise<Result>,
  ): Promise<Result | { problem: string }> {
    const refused = problemOfTarget(address, { mayBePrivate, mayBePlain });
    if (refused !== null) return { problem: refused };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      // Loaded on demand; most instances never need it.
      const { Agent: Dispatcher, request } = await import("undici");
      const connect = await checkedConnector({ mayReach, timeoutMs, resolver: lookUp });
      if (isClosed) return { problem: "The app is stopping." };
      dispatcher ??= new Dispatcher({ connect, pipelining: 0 });
      const heeding = fewPieces(dispatcher);
      const answer = await request(address, { method: "POST", headers, body, dispatcher: heeding, signal });
      answer.body.on("error", () => {});
      return await heed(answer).finally(() => answer.body.destroy());
    } catch (error) {
      return { problem: wordsOf(error, timeoutMs) };
    }
  }

  return {
    // The answer's body is not needed here, and may never end.
    post: (address, message) => send(address, message, async ({ statusCode: status }) => ({ status })),
    ask: (address, message, mostBytes) =>
      send(address, message, async ({ statusCode: status, body }) => {
        const pieces: Buffer[] = [];
        let size = 0;
        for await (const piece of body as AsyncIterable<Buffer>) {
          size += piece.length;
          if (size > mostBytes) return { problem: `It answered with more than ${mostBytes} bytes.` };
          pieces.push(piece);
        }
        return { status, body: Buffer.concat(pieces) };
      }),
    close: async () => {
      isClosed = true;
      await dispatcher?.destroy();
    },
  };
}

const wordsOfCode: Record<string, string> = {
  ENOTFOUND: "The name is unknown.",
  ENODATA: "The name has no address.",
  EAI_AGAIN: "The name could not be looked up.",
  ETIMEOUT: "The name could not be looked up.",
  ESERVFAIL: "The name could not be looked up.",
  ECONNREFUSED: "Nothing listens there.",
  ECONNRESET: "The connection was closed.",
  EPIECES: "It answered in too many small pieces.",
  UND_ERR_SOCKET: "The connection was closed.",
  UND_ERR_CONNECT_TIMEOUT: "There was no connection in time.",
};

function wordsOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return "It could not be sent.";
  if (error instanceof PrivateNetwork) return error.message;
  if (error.name === "TimeoutError") return `There was no answer within ${Math.ceil(timeoutMs / 1_000)} s.`;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const known = wordsOfCode[code];
  if (known !== undefined) return known;
  return /CERT|TLS|SSL/.test(code) ? "Its certificate is not valid." : "What came back was not HTTP.";
}
