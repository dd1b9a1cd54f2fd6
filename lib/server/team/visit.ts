import { browserWords } from "#lib/audit/browser-words.ts";
import { hashOf, newToken, tokenIn, type Place } from "#lib/server/session-cookie.ts";
import type { NewSession } from "#lib/store/accounts.ts";

/** What a browser at a door says of itself; null when it brings nothing at all. */
export type Visit = { cookie: string | null; userAgent: string | null } | null;

/** A session for this browser, in the place of the one that it had (THREATS B10). The token is for its cookie alone. */
export function newSession(
  visit: Visit,
  place: Place,
  provedAt: NewSession["provedAt"],
): { token: string; session: NewSession } {
  const token = newToken();
  const former = tokenIn(visit?.cookie ?? null, place);
  const formerHash = former === null ? null : hashOf(former);
  return {
    token,
    session: { tokenHash: hashOf(token), formerHash, provedAt, browser: browserWords(visit?.userAgent) },
  };
}
