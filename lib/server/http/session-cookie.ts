import { createHash, randomBytes } from "node:crypto";
import { browserWords } from "#lib/audit/browser-words.ts";
import type { TokenSeal } from "./token-seal.ts";

/** Part of the name of the cookie that a browser keeps during a sign-in at a provider. */
export const stateCookie = "oauth_state";

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a token or a key: useless to whoever reads the store. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * The header that our pages add to every request: a random text from the storage of exactly their origin. Browsers send
 * cookies to every port of a host, so a cookie alone must be worth nothing to a server on another port (THREATS B16).
 */
export const proofHeader = "countersign-proof";
/** At least 256 bits. */
const proofShape = /^[\w-]{43,128}$/;

/** What a request shows of its session. A plain text is the Cookie header of a program, which has no pages. */
export type ShownSession = string | null | { cookie: string | null; proof?: string | null };

export function sessionShownBy(headers: Pick<Headers, "get">): ShownSession {
  return { cookie: headers.get("cookie"), proof: proofIn(headers) };
}

/** The header by which a page says for whom it was drawn. */
const personHeader = "countersign-person";

/**
 * Whether a request is of the person whose session it shows. A page stays open when somebody else signs in, in another
 * tab: it shows the one person and would act as the other.
 */
export function isOf(person: { id: string }, headers: Pick<Headers, "get">): boolean {
  const drawnFor = headers.get(personHeader);
  return drawnFor === null || drawnFor === person.id;
}

/** What a browser shows before it signs in; null when it shows nothing. */
export type Visit = { cookie: string | null; proof?: string | null; userAgent: string | null } | null;

export function visitOf({ headers }: Request): Visit {
  return { cookie: headers.get("cookie"), proof: proofIn(headers), userAgent: headers.get("user-agent") };
}

/**
 * The session that ends and the one that begins when a visitor signs in. The token is for the cookie alone, the hashes
 * are for the store.
 */
export function admitted(
  visit: Visit,
  place: Place,
): { token: string; tokenHash: string; formerHash: string | null; browser: string | null } {
  const token = newTokenOf(place);
  const former = tokenIn(visit, place);
  return {
    token,
    tokenHash: hashOf(bound(token, visit?.proof)),
    formerHash: former === null ? null : hashOf(former),
    browser: browserWords(visit?.userAgent),
  };
}

/**
 * A new mark for a browser that signs in: the token for its cookie, the hashes of it and of the former one for the
 * store.
 */
export function marked(visit: Visit, place: Place): { mark: string; tokenHash: string; formerHash: string | null } {
  const [mark, former] = [newTokenOf(place), markIn(visit, place)];
  const tokenHash = hashOf(bound(mark, visit?.proof));
  return { mark, tokenHash, formerHash: former === null ? null : hashOf(former) };
}

function newTokenOf({ seal }: Place): string {
  const token = newToken();
  return seal?.sealed(token) ?? token;
}

/** The proof that a request carries; null when it is missing or malformed. */
export function proofIn(headers: Pick<Headers, "get">): string | null {
  const proof = headers.get(proofHeader);
  return proof !== null && proofShape.test(proof) ? proof : null;
}

/** Binds a session to the origin that sent this proof. Sessions of programs are not bound. */
function bound(token: string, proof: string | null | undefined): string {
  return proof == null ? token : `${token}.${hashOf(proof)}`;
}

const yearInSeconds = 365 * 24 * 60 * 60;

/**
 * Cookies ignore ports, so the name carries the port: two instances on one machine must not sign each other out. The
 * prefix binds the cookie to this host; browsers except Safari accept it over plain http on loopback.
 */
export function sessionCookie(token: string, browser: Browser): string {
  return cookie(nameOf(browser.port), token, yearInSeconds, browser);
}

/**
 * The cookie by which a browser that signed in before differs from strangers, also while signed out. It opens no
 * session.
 */
export function markCookie(token: string, browser: Browser): string {
  return cookie(markNameOf(browser.port), token, yearInSeconds, browser);
}

/** Deletes the session cookie. */
export function endedSessionCookie(browser: Browser): string {
  return cookie(nameOf(browser.port), "", 0, browser);
}

/** The port and protocol by which people reach the app, and the seal at the end of the tokens that it gives out. */
export type Place = { port: number; isSecure?: boolean; seal?: TokenSeal };
export type Browser = Place & { userAgent: string | null };

function cookie(name: string, token: string, seconds: number, { userAgent, isSecure = false }: Browser): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
  const isSafari = /Safari\//.test(userAgent ?? "") && !/Chrom(e|ium)\//.test(userAgent ?? "");
  return isSafari && !isSecure ? `${name}=${token}; ${attributes}` : `__Host-${name}=${token}; ${attributes}; Secure`;
}

/** The identifier of a request's session: the token of its cookie, bound to its proof. Null without a cookie. */
export function tokenIn(shown: ShownSession, place: Place): string | null {
  if (shown === null || typeof shown === "string") return tokenOf(shown, place);
  const token = tokenOf(shown.cookie, place);
  return token === null ? null : bound(token, shown.proof);
}

/** The identifier of a browser's mark, bound like a session; null without one. */
export function markIn(visit: Visit, place: Place): string | null {
  const mark = valueOf(markNameOf(place.port), visit?.cookie ?? null, place);
  return mark === null ? null : bound(mark, visit?.proof);
}

/**
 * The token in a Cookie header, or null. Over https only the cookie bound to this host counts: the other name could be
 * set by any sibling host, with somebody else's session (THREATS B10: a new session replaces the old).
 */
function tokenOf(cookieHeader: string | null, place: Place): string | null {
  return valueOf(nameOf(place.port), cookieHeader, place);
}

function valueOf(plain: string, cookieHeader: string | null, { isSecure = false }: Place): string | null {
  const bound = `__Host-${plain}`;
  for (const name of isSecure ? [bound] : [bound, plain]) {
    // The name first: so even the longest header is read within microseconds.
    const found = new RegExp(`${name}=(?<=(?:^|;)\\s*${name}=)([^;]*)`).exec(cookieHeader ?? "");
    if (found !== null) return (found[1] ?? "").trimEnd();
  }
  return null;
}

function nameOf(port: number): string {
  return `countersign-${port}`;
}

function markNameOf(port: number): string {
  return `countersign-${port}-known`;
}
