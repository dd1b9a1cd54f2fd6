import { services } from "#lib/server/api/services.ts";
import { type Browser, endedSessionCookie, markCookie, sessionCookie } from "#lib/server/http/session-cookie.ts";
import type { SignInWays, PasskeyChallenge } from "#lib/server/people/sign-in-ways.ts";
import type { Entered } from "#lib/server/people/new-session.ts";
import { refusalResponse } from "#lib/server/people/refusal.ts";
import type { SessionTokens } from "#lib/server/people/new-session.ts";

/**
 * The answer to a sign-in: the session in the cookie and nowhere else (THREATS H5: hashed tokens), or why there is
 * none.
 */
export function newSession(request: Request, entered: Entered | PasskeyChallenge): Response {
  if ("passkey" in entered) return Response.json(entered);
  if ("refused" in entered) return refusalResponse(entered.refused);
  const headers = cookiesOf(request, entered).map((cookie): [string, string] => ["set-cookie", cookie]);
  return Response.json({}, { headers });
}

/** The cookies of a signed-in browser. */
export function cookiesOf(request: Request, { token, mark }: SessionTokens): string[] {
  const browser = browserOf(request);
  return [sessionCookie(token, browser), markCookie(mark, browser)];
}

export function endedSession(request: Request): Response {
  return new Response(null, { status: 204, headers: { "set-cookie": endedSessionCookie(browserOf(request)) } });
}

/** Where the browser must go, with the cookie that it keeps until it returns. */
export function sentAway(begun: Awaited<ReturnType<SignInWays["toProvider"]>>): Response {
  if ("refused" in begun) return refusalResponse(begun.refused);
  const headers = begun.cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  return Response.json({ url: begun.url }, { headers });
}

export function browserOf(request: Request): Browser {
  const { sessionPort: port, isSecure } = services().access;
  return { port, isSecure, userAgent: request.headers.get("user-agent") };
}
