import { hashOf } from "#lib/server/http/session-cookie.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { countTry, forgetTries } from "#lib/store/people/sign-in-tries.ts";
import type { Failures } from "./failures.ts";

/**
 * Limits over all processes. In a quarter of an hour: strangers on one account, one known browser, one session. In a
 * minute: all strangers together, and one person in all ways.
 */
export const mostTries = { ofAccount: 9, ofBrowser: 9, ofSession: 9, ofEverybody: 60, ofPerson: 30 };
const windows = { quarter: 15 * 60 * 1000, minute: 60 * 1000 };

/** Who tries a password: a stranger, a browser in which this person signed in before, or a session of theirs. */
export type Trier = { of: "account"; email: string } | { of: "browser" | "session"; hash: string; personId: string };

export type TryLimits = {
  /** Counts a try before a password is checked; false when it is one too many. */
  take: (trier: Trier, email: string) => Promise<boolean>;
  /** The password was right: clears the count of this trier. */
  succeeded: (trier: Trier) => Promise<void>;
};

type Limit = { of: "account" | "everybody" | "browser" | "session" | "person"; key: string; most: number; ms: number };

/**
 * Counts strangers by account and all together, never by address: a forwarded address can be forged, and a real one is
 * shared or one of very many (THREATS B12: limits on guessing). Known browsers and sessions have counters of their own,
 * so that strangers keep nobody out (THREATS B18).
 */
export function tryLimits(database: Database, failures: Failures): TryLimits {
  // For all strangers: over the limit the store is asked once a second, so that a flood writes nothing.
  let fullUntil = 0;

  async function isOver({ of, key, most, ms }: Limit, email: string): Promise<boolean> {
    const failure = { kind: "sign-in-limited", of } as const;
    if (of === "everybody" && performance.now() < fullUntil) {
      failures.count(failure);
      return true;
    }
    const count = await countTry(database, key, ms);
    if (count <= most) return false;
    if (of === "everybody") fullUntil = performance.now() + 1_000;
    if (count === most + 1) await failures.note(failure, of === "everybody" ? null : email);
    else failures.count(failure);
    return true;
  }

  return {
    take: async (trier, email) => {
      for (const limit of limitsOf(trier)) if (await isOver(limit, email)) return false;
      return true;
    },
    succeeded: (trier) => forgetTries(database, keyOf(trier)),
  };
}

function limitsOf(trier: Trier): Limit[] {
  const { of } = trier;
  const [minute, quarter] = [windows.minute, windows.quarter];
  const own = { of, key: keyOf(trier), ms: quarter };
  if (of === "account") {
    const all = { of: "everybody", key: "everybody", most: mostTries.ofEverybody, ms: minute } as const;
    return [all, { ...own, most: mostTries.ofAccount }];
  }
  const most = of === "browser" ? mostTries.ofBrowser : mostTries.ofSession;
  const all = { of: "person", key: `person:${trier.personId}`, most: mostTries.ofPerson, ms: minute } as const;
  return [{ ...own, most }, all];
}

function keyOf(trier: Trier): string {
  return trier.of === "account" ? `account:${hashOf(trier.email)}` : `${trier.of}:${trier.hash}:${trier.personId}`;
}
