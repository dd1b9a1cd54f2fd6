import { hashOf } from "#lib/server/http/session-cookie.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { countTry, forgetTries } from "#lib/store/people/sign-in-tries.ts";
import type { Failures } from "./failures.ts";

/**
 * Tries in a quarter of an hour (of an account by strangers, of one known browser or one session by itself), and in a
 * minute (of all strangers together, and of one person by whatever is known), over all processes.
 */
export const mostTries = { ofAccount: 9, ofBrowser: 9, ofSession: 9, ofEverybody: 60, ofPerson: 30 };
const windows = { quarter: 15 * 60 * 1000, minute: 60 * 1000 };

/** Who tries a password: a stranger, a browser that this person was in with before, or a session of theirs. */
export type Trier = { of: "account"; email: string } | { of: "browser" | "session"; hash: string; personId: string };

export type TryLimits = {
  /** Counts a try before a password is looked at; false when it is one too many. */
  take: (trier: Trier, email: string) => Promise<boolean>;
  /** The password was right: the tries of whoever gave it are forgotten. */
  succeeded: (trier: Trier) => Promise<void>;
};

type Limit = { of: "account" | "everybody" | "browser" | "session" | "person"; key: string; most: number; ms: number };

/**
 * Strangers are counted by account and all together, never by address: a forwarded address can be forged, and a real one
 * is shared or one of very many (THREATS B12). Whoever was in before is counted apart, so that strangers keep nobody out
 * (THREATS B18); each such counter is one browser's or one session's own.
 */
export function tryLimits(database: Database, failures: Failures): TryLimits {
  // Of all strangers together: asked once a second while they are over it, so that a flood writes nothing.
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
