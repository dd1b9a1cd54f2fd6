import { createHash, randomBytes } from "node:crypto";

/** 256 bits from the system's source. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the store keeps of a token or a key: useless to whoever reads the store. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

const yearInSeconds = 365 * 24 * 60 * 60;

/**
 * Cookies know no ports, so the name carries it: two instances on one machine must not sign each other out. The prefix
 * binds the cookie to this very host; browsers take it over plain http on loopback, except Safari.
 */
export function sessionCookie(token: string, browser: Browser): string {
  return cookie(token, yearInSeconds, browser);
}

/** Makes the browser forget its session. */
export function endedSessionCookie(browser: Browser): string {
  return cookie("", 0, browser);
}

/** The port that people see, and whether they see it over https. */
export type Place = { port: number; isSecure?: boolean };
export type Browser = Place & { userAgent: string | null };

function cookie(token: string, seconds: number, { port, userAgent, isSecure = false }: Browser): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
  const isSafari = /Safari\//.test(userAgent ?? "") && !/Chrom(e|ium)\//.test(userAgent ?? "");
  return isSafari && !isSecure
    ? `${nameOf(port)}=${token}; ${attributes}`
    : `__Host-${nameOf(port)}=${token}; ${attributes}; Secure`;
}

/**
 * The token in a Cookie header, or null. Over https only the name that is bound to this very host counts: the other one
 * could come from any host beside it, with the session of somebody else in it (THREATS B10).
 */
export function tokenIn(cookieHeader: string | null, { port, isSecure = false }: Place): string | null {
  const pairs = (cookieHeader ?? "").split(";").map((pair) => pair.trim());
  const bound = `__Host-${nameOf(port)}`;
  for (const name of isSecure ? [bound] : [bound, nameOf(port)]) {
    const pair = pairs.find((candidate) => candidate.startsWith(`${name}=`));
    if (pair !== undefined) return pair.slice(name.length + 1);
  }
  return null;
}

function nameOf(port: number): string {
  return `countersign-${port}`;
}
