import type { Agent, Response } from "undici";
import { checkedConnector, PrivateNetwork } from "./checked-connector.ts";
import type { Resolver } from "./resolver.ts";
import { fewPieces } from "./heed-pieces.ts";
import { lookUpApart } from "./look-up-apart.ts";
import { isPublicAddress, problemOfTarget } from "./public-address.ts";

export type Fetched = {
  /** Where the answer came from, after redirects. */
  address: string;
  /** Its `content-type`; empty where it has none. */
  type: string;
  body: Buffer;
  /** There was more than is read. */
  isCut: boolean;
};

type Options = {
  /** From the lookup of the first name to the end of the answer. */
  timeoutMs: number;
  mostBytes: number;
  /** Replaced in tests. */
  mayReach?: (address: string) => boolean;
  resolver?: Resolver | undefined;
};

const mostRedirects = 5;

/**
 * GET from an address that anybody may have chosen (THREATS E9): on the public internet only, each redirect checked like
 * the address itself, without cookies or credentials, with a size limit and a time limit. Rejects only when `signal`
 * aborts.
 */
export async function safeGet(
  address: string,
  { timeoutMs, mostBytes, mayReach = isPublicAddress, resolver = lookUpApart }: Options,
  signal: AbortSignal,
): Promise<Fetched | { problem: string }> {
  // Loaded on demand; most instances never need it.
  const { Agent: Dispatcher, fetch } = await import("undici");
  const connect = await checkedConnector({ mayReach, timeoutMs, resolver });
  const dispatcher: Agent = new Dispatcher({ connect, pipelining: 0 });
  const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    let at = address;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const refused = problemOfTarget(at, { mayBePrivate: false, mayBePlain: true });
      if (refused !== null) return { problem: refused };
      const answer = await fetch(at, { dispatcher: fewPieces(dispatcher), signal: until, redirect: "manual", headers });
      const to = answer.headers.get("location");
      if (!redirecting.has(answer.status) || to === null) return await readUpTo(mostBytes, answer, at);
      await answer.body?.cancel();
      const next = URL.parse(to, at);
      if (next === null) return { problem: "It redirects to what is no address." };
      at = next.href;
    }
    return { problem: `It redirects more than ${mostRedirects} times.` };
  } catch (error) {
    signal.throwIfAborted();
    return { problem: wordsOf(error, timeoutMs) };
  } finally {
    await dispatcher.destroy();
  }
}

const redirecting = new Set([301, 302, 303, 307, 308]);
const headers = {
  accept: "text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.9, */*;q=0.1",
  "user-agent": "countersign",
};

async function readUpTo(mostBytes: number, answer: Response, address: string): Promise<Fetched | { problem: string }> {
  if (!answer.ok) {
    await answer.body?.cancel();
    return { problem: `It answered with HTTP ${answer.status}.` };
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    size += piece.length;
    if (size > mostBytes) break;
  }
  const body = Buffer.concat(pieces).subarray(0, mostBytes);
  return { address, type: answer.headers.get("content-type") ?? "", body, isCut: size > mostBytes };
}

function wordsOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return "It could not be fetched.";
  if (error.name === "TimeoutError") return `There was no answer within ${Math.ceil(timeoutMs / 1_000)} s.`;
  const cause = error.cause instanceof Error ? error.cause : error;
  if (cause instanceof PrivateNetwork) return cause.message;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  if (code === "ENOTFOUND" || code === "ENODATA") return "The name is unknown.";
  if (code === "EPIECES") return "It answered in too many small pieces.";
  if (code === "ECONNREFUSED") return "Nothing listens there.";
  return /CERT|TLS|SSL/.test(code) ? "Its certificate is not valid." : "The connection failed.";
}
