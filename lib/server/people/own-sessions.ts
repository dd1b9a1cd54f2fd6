import { signOut } from "#lib/store/people/accounts.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { OwnSession } from "#lib/people/own-session.ts";
import { endOwnSession, sessionsOf } from "#lib/store/people/own-sessions.ts";
import type { SessionLimits } from "#lib/store/people/sessions.ts";
import { hashOf, type Place, type ShownSession, tokenIn } from "#lib/server/http/session-cookie.ts";

/** What people do with their own sessions. The streams of a session that ends are closed. */
export type OwnSessions = {
  /** This person's sessions, last used first. */
  listOf: (person: { id: string }, shown: ShownSession) => Promise<OwnSession[]>;
  /** The stored hash of the session that a request shows; null without one. */
  hashBy: (shown: ShownSession) => string | null;
  /** Ends one of the person's sessions; false when there is none with this id. */
  end: (person: { id: string }, id: string) => Promise<boolean>;
  /** Ends the session that asks, or all of its person's. */
  leave: (shown: ShownSession, how: { everywhere: boolean }) => Promise<void>;
};

type Options = { database: Database; place: Place; limits: SessionLimits };

export function ownSessions({ database, place, limits }: Options): OwnSessions {
  const hashBy = (shown: ShownSession) => {
    const token = tokenIn(shown, place);
    return token === null ? null : hashOf(token);
  };
  return {
    hashBy,
    listOf: ({ id }, shown) => sessionsOf(database, id, { limits, tokenHash: hashBy(shown) }),
    end: ({ id: personId }, id) => endOwnSession(database, { personId, id }),
    leave: async (shown, how) => {
      const tokenHash = hashBy(shown);
      if (tokenHash !== null) await signOut(database, tokenHash, how);
    },
  };
}
