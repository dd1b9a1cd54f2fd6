import { lookup as resolve, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import type { Agent } from "undici";
import { isPublicAddress, problemOfTarget } from "./public-address.ts";

type Message = { headers: Record<string, string>; body: string | Buffer };

/** Sends one message; resolves to the status that came back, or to why none did, in words. Never rejects. */
export type SafePost = {
  post: (address: string, message: Message) => Promise<{ status: number } | { problem: string }>;
  close: () => Promise<void>;
};

type Options = {
  /** Whether messages may go into private networks and without TLS. */
  mayBePrivate: boolean;
  /** For everything from the name's lookup to the answer's head. */
  timeoutMs: number;
  /** Stands in for the system's resolver. */
  resolver?: typeof resolve;
};

/**
 * POST to an address that somebody else chose (THREATS E9): resolved once, connected to exactly what was looked at,
 * never inside of a private network, no redirects, no answer read, an end to waiting.
 */
export function safePost({ mayBePrivate, timeoutMs, resolver = resolve }: Options): SafePost {
  const lookup: LookupFunction = (hostname, options, done) => {
    resolver(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) return done(error ?? new Error("No address."), "", 0);
      // One private address among public ones is no mistake: it is the trick.
      if (!mayBePrivate && !found.every(({ address }) => isPublicAddress(address))) {
        return done(new PrivateNetwork("This name leads into a private network."), "", 0);
      }
      if (options.all === true) return done(null, found);
      done(null, first.address, first.family);
    });
  };
  let dispatcher: Agent | null = null;
  let isClosed = false;
  return {
    post: async (address, { headers, body }) => {
      const refused = problemOfTarget(address, { mayBePrivate });
      if (refused !== null) return { problem: refused };
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        // Loaded when it is needed, which most instances never do.
        const { Agent: Dispatcher, request } = await import("undici");
        if (isClosed) return { problem: "The app is stopping." };
        dispatcher ??= new Dispatcher({ connect: { lookup, timeout: timeoutMs }, pipelining: 0 });
        const answer = await request(address, { method: "POST", headers, body, dispatcher, signal });
        // What it says is nobody's business here, and may never end.
        answer.body.on("error", () => {}).destroy();
        return { status: answer.statusCode };
      } catch (error) {
        return { problem: wordsOf(error, timeoutMs) };
      }
    },
    close: async () => {
      isClosed = true;
      await dispatcher?.destroy();
    },
  };
}

class PrivateNetwork extends Error {
  override name = "PrivateNetwork";
}

const wordsOfCode: Record<string, string> = {
  ENOTFOUND: "The name is unknown.",
  EAI_AGAIN: "The name could not be looked up.",
  ECONNREFUSED: "Nothing listens there.",
  ECONNRESET: "The connection was closed.",
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
