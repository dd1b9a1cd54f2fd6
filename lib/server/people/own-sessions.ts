import { signOut } from "#lib/store/people/accounts.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { endOwnSession, type OwnSession, sessionsOf } from "#lib/store/people/own-sessions.ts";
import type { SessionLimits } from "#lib/store/people/sessions.ts";
import { hashOf, type Place, type Shown, tokenIn } from "#lib/server/http/session-cookie.ts";

/** What people do with sessions of their own. What was opened by one that ends is closed. */
export type OwnSessions = {
  /** Where this person is signed in, lately used first. */
  listOf: (person: { id: string }, shown: Shown) => Promise<OwnSession[]>;
  /** By what the store knows the session that a request shows; null where it shows none. */
  hashBy: (shown: Shown) => string | null;
  /** Signs the person out in one browser; false when it is not in. */
  end: (person: { id: string }, id: string) => Promise<boolean>;
  /** Ends the session that asks, or all of its person's. */
  leave: (shown: Shown, how: { everywhere: boolean }) => Promise<void>;
};

type Options = { database: Database; place: Place; limits: SessionLimits };

export function ownSessions({ database, place, limits }: Options): OwnSessions {
  const hashBy = (shown: Shown) => {
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
