import { createHash, randomBytes } from "node:crypto";
import { browserWords } from "#lib/audit/browser-words.ts";

/** In the name of the cookie that a browser keeps for its return. */
export const stateCookie = "oauth_state";

/** 256 bits from the system's source. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the store keeps of a token or a key: useless to whoever reads the store. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * What a page of ours adds to every request: a random text from the storage of exactly its origin. Browsers send cookies
 * to every port of a host, so to a server on another port a cookie must be worth nothing (THREATS B16).
 */
export const proofHeader = "countersign-proof";
/** 256 bits at least. */
const proofShape = /^[\w-]{43,128}$/;

/** What a request shows of its session. A bare text is the Cookie header of a program, which has no pages. */
export type Shown = string | null | { cookie: string | null; proof?: string | null };

export function shownBy(headers: Headers): Shown {
  return { cookie: headers.get("cookie"), proof: proofIn(headers) };
}

/** What a browser that wants in says of itself; null when it brings nothing at all. */
export type Visit = { cookie: string | null; proof?: string | null; userAgent: string | null } | null;

export function visitOf({ headers }: Request): Visit {
  return { cookie: headers.get("cookie"), proof: proofIn(headers), userAgent: headers.get("user-agent") };
}

/** What ends when the visitor gets in, and what begins: the token is for the cookie alone, the hashes are for the store. */
export function admitted(
  visit: Visit,
  place: Place,
): { token: string; tokenHash: string; formerHash: string | null; browser: string | null } {
  const token = newToken();
  const former = tokenIn(visit, place);
  return {
    token,
    tokenHash: hashOf(bound(token, visit?.proof)),
    formerHash: former === null ? null : hashOf(former),
    browser: browserWords(visit?.userAgent),
  };
}

/** A new mark for whoever gets in, for its cookie, and what the store has of it and of the one before. */
export function marked(visit: Visit, place: Place): { mark: string; tokenHash: string; formerHash: string | null } {
  const [mark, former] = [newToken(), markIn(visit, place)];
  const tokenHash = hashOf(bound(mark, visit?.proof));
  return { mark, tokenHash, formerHash: former === null ? null : hashOf(former) };
}

/** The proof that a request carries; null when there is none, or nothing that could be one. */
export function proofIn(headers: Headers): string | null {
  const proof = headers.get(proofHeader);
  return proof !== null && proofShape.test(proof) ? proof : null;
}

/** Joins a session to the origin that proves itself so. Sessions of programs stand for themselves. */
function bound(token: string, proof: string | null | undefined): string {
  return proof == null ? token : `${token}.${hashOf(proof)}`;
}

const yearInSeconds = 365 * 24 * 60 * 60;

/**
 * Cookies know no ports, so the name carries it: two instances on one machine must not sign each other out. The prefix
 * binds the cookie to this very host; browsers take it over plain http on loopback, except Safari.
 */
export function sessionCookie(token: string, browser: Browser): string {
  return cookie(nameOf(browser.port), token, yearInSeconds, browser);
}

/** By which a browser that was in before is told from strangers, also when it is out. It lets nobody in. */
export function markCookie(token: string, browser: Browser): string {
  return cookie(markNameOf(browser.port), token, yearInSeconds, browser);
}

/** Makes the browser forget its session. */
export function endedSessionCookie(browser: Browser): string {
  return cookie(nameOf(browser.port), "", 0, browser);
}

/** The port that people see, and whether they see it over https. */
export type Place = { port: number; isSecure?: boolean };
export type Browser = Place & { userAgent: string | null };

function cookie(name: string, token: string, seconds: number, { userAgent, isSecure = false }: Browser): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
  const isSafari = /Safari\//.test(userAgent ?? "") && !/Chrom(e|ium)\//.test(userAgent ?? "");
  return isSafari && !isSecure ? `${name}=${token}; ${attributes}` : `__Host-${name}=${token}; ${attributes}; Secure`;
}

/** What the session of a request is known by: the token of its cookie, bound to its proof. Null without a cookie. */
export function tokenIn(shown: Shown, place: Place): string | null {
  if (shown === null || typeof shown === "string") return tokenOf(shown, place);
  const token = tokenOf(shown.cookie, place);
  return token === null ? null : bound(token, shown.proof);
}

/** What the mark of a browser is known by, bound like a session; null where it shows none. */
export function markIn(visit: Visit, place: Place): string | null {
  const mark = valueOf(markNameOf(place.port), visit?.cookie ?? null, place);
  return mark === null ? null : bound(mark, visit?.proof);
}

/**
 * The token in a Cookie header, or null. Over https only the name that is bound to this very host counts: the other one
 * could come from any host beside it, with the session of somebody else in it (THREATS B10).
 */
function tokenOf(cookieHeader: string | null, place: Place): string | null {
  return valueOf(nameOf(place.port), cookieHeader, place);
}

function valueOf(plain: string, cookieHeader: string | null, { isSecure = false }: Place): string | null {
  const pairs = (cookieHeader ?? "").split(";").map((pair) => pair.trim());
  const bound = `__Host-${plain}`;
  for (const name of isSecure ? [bound] : [bound, plain]) {
    const pair = pairs.find((candidate) => candidate.startsWith(`${name}=`));
    if (pair !== undefined) return pair.slice(name.length + 1);
  }
  return null;
}

function nameOf(port: number): string {
  return `countersign-${port}`;
}

function markNameOf(port: number): string {
  return `countersign-${port}-known`;
}
