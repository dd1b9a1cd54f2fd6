import { hashOf, tokenIn, type Place } from "#lib/server/http/session-cookie.ts";
import { ownSessions } from "./own-sessions.ts";
import type { Sessions } from "./session.ts";
import { proofOf } from "#lib/store/people/accounts.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { isClaimed, personOfSession, type SessionLimits } from "#lib/store/people/sessions.ts";
import type { AccessWatch } from "./access-watch.ts";

const hour = 60 * 60 * 1000;
/** A week idle, a month in all. Sessions from before sign-in was switched on do not count. */
export const teamLimits: SessionLimits = { idleMs: 7 * 24 * hour, mostMs: 30 * 24 * hour, way: "team" };
/** How long a sign-in counts as fresh. */
export const freshMs = 15 * 60 * 1000;

type Options = Place & { database: Database; access: Pick<AccessWatch, "seen"> };

/** Sessions of a team. Every request reads the person's role and state again; nothing is cached. */
export function teamSessions({ database, access, ...place }: Options): Sessions {
  return {
    personOf: async (shown) => {
      const token = tokenIn(shown, place);
      if (token === null) return null;
      const found = await personOfSession(database, hashOf(token), teamLimits);
      if (found === null) return null;
      access.seen(found.id, found.accessVersion);
      return { id: found.id, name: found.name, role: found.role };
    },
    howProved: async (shown) => {
      const token = tokenIn(shown, place);
      return token === null ? null : proofOf(database, hashOf(token), freshMs);
    },
    claim: async () => ({ refused: "sign-in-needed" }),
    openByLink: async () => ({ refused: "sign-in-needed" }),
    isClaimed: () => isClaimed(database),
    ...ownSessions({ database, place, limits: teamLimits }),
  };
}
