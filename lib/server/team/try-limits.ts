import { hashOf } from "#lib/server/session-cookie.ts";
import { recordAlone } from "#lib/store/accounts.ts";
import type { Database } from "#lib/store/database.ts";
import { countTry, forgetTries } from "#lib/store/sign-in-tries.ts";

/** Tries of one account in a quarter of an hour, and of everybody in a minute, over all processes. */
export const mostTries = { ofAccount: 9, ofEverybody: 60 };
const windows = { account: 15 * 60 * 1000, everybody: 60 * 1000 };

export type TryLimits = {
  /** Counts a try before a password is looked at; says whether it is one too many, of which the trail keeps the first. */
  take: (email: string) => Promise<"account" | "everybody" | null>;
  /** The password was right: the tries of its account are forgotten. */
  succeeded: (email: string) => Promise<void>;
};

/**
 * By account and of all together, never by address: a forwarded address can be forged, and a real one is shared or one of
 * very many (THREATS B12).
 */
export function tryLimits(database: Database): TryLimits {
  const keyOf = (email: string) => `account:${hashOf(email)}`;
  const isOver = async (of: "account" | "everybody", key: string, most: number) => {
    const count = await countTry(database, key, windows[of]);
    if (count === most + 1) await recordAlone(database, { kind: "sign-in-limited", of });
    return count > most;
  };
  return {
    take: async (email) => {
      if (await isOver("everybody", "everybody", mostTries.ofEverybody)) return "everybody";
      return (await isOver("account", keyOf(email), mostTries.ofAccount)) ? "account" : null;
    },
    succeeded: (email) => forgetTries(database, keyOf(email)),
  };
}
