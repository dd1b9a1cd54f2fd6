import { admitted, marked, type Place, type Visit } from "#lib/server/http/session-cookie.ts";
import type { NewSession } from "#lib/store/people/accounts.ts";
import type { TeamRefusal } from "./refusal.ts";

/** What a signed-in browser keeps, in its cookies alone: a session, and the mark by which it is recognised later. */
export type SessionTokens = { token: string; mark: string };
export type Entered<Why = TeamRefusal> = SessionTokens | { refused: Why };

/** A session for this browser, which replaces the one before (THREATS B10), and likewise a new mark. */
export function newSession(
  visit: Visit,
  place: Place,
  provedAt: NewSession["provedAt"],
): { entrance: SessionTokens; session: NewSession } {
  const { token, ...session } = admitted(visit, place);
  const { mark, ...hashes } = marked(visit, place);
  return { entrance: { token, mark }, session: { ...session, provedAt, mark: hashes } };
}
