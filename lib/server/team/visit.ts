import { admitted, type Place, type Visit } from "#lib/server/session-cookie.ts";
import type { NewSession } from "#lib/store/accounts.ts";

/** A session for this browser, in the place of the one that it had (THREATS B10). The token is for its cookie alone. */
export function newSession(
  visit: Visit,
  place: Place,
  provedAt: NewSession["provedAt"],
): { token: string; session: NewSession } {
  const { token, ...session } = admitted(visit, place);
  return { token, session: { ...session, provedAt } };
}
