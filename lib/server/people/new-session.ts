import { admitted, marked, type Place, type Visit } from "#lib/server/http/session-cookie.ts";
import type { NewSession } from "#lib/store/people/accounts.ts";
import type { TeamRefusal } from "./refusal.ts";

/** What a browser keeps once it is in, in its cookies alone: a session, and the mark by which it is known later. */
export type Entrance = { token: string; mark: string };
export type Entered<Why = TeamRefusal> = Entrance | { refused: Why };

/** A session for this browser, in the place of the one that it had (THREATS B10); and a new mark, likewise. */
export function newSession(
  visit: Visit,
  place: Place,
  provedAt: NewSession["provedAt"],
): { entrance: Entrance; session: NewSession } {
  const { token, ...session } = admitted(visit, place);
  const { mark, ...hashes } = marked(visit, place);
  return { entrance: { token, mark }, session: { ...session, provedAt, mark: hashes } };
}
