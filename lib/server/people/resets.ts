import { hashOf, newToken, type Place, type Visit } from "#lib/server/http/session-cookie.ts";
import type { Person } from "./session.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { makeReset, makeResetAtConsole, resetBy, resetPassword } from "#lib/store/people/password-resets.ts";
import type { AuthEngine } from "./auth-engine.ts";
import type { Entered } from "./new-session.ts";
import { newPassword } from "./new-password.ts";
import type { TeamRefusal } from "./refusal.ts";
import type { TryLimits } from "./try-limits.ts";
import { newSession } from "./new-session.ts";
import { unlessBusy } from "./unless-busy.ts";

/** Links by which people choose a new password. The maker hands the link over; it works once, for a day. */
export type Resets = {
  make: (actor: Person, personId: string) => Promise<{ link: string } | { refused: TeamRefusal }>;
  /** Whose password the link is for; null when it no longer works. */
  look: (key: string) => Promise<{ name: string; email: string } | null>;
  /** Sets the password, ends all earlier sessions and keys, and signs this browser in. */
  use: (given: { key: string; password: string }, visit: Visit) => Promise<Entered>;
};

const lifetimeMs = 24 * 60 * 60 * 1000;

type Options = {
  database: Database;
  engine: () => Promise<AuthEngine>;
  limits: TryLimits;
  place: Place;
  origin: string;
};

export function resetsIn({ database, engine, limits, place, origin }: Options): Resets {
  return {
    make: async (actor, personId) => {
      const key = newToken();
      const link = { keyHash: hashOf(key), lifetimeMs };
      const outcome = await makeReset(database, { actorId: actor.id, personId, ...link });
      return outcome === "made" ? { link: linkWith(origin, key) } : { refused: outcome };
    },
    look: async (key) => {
      const found = await resetBy(database, hashOf(key));
      return found?.email == null ? null : { name: found.name, email: found.email };
    },
    use: async ({ key, password }, visit) =>
      unlessBusy(async (): Promise<Entered> => {
        const keyHash = hashOf(key);
        // Checked before anything is hashed, against guessing.
        const whose = await resetBy(database, keyHash);
        if (!whose) return { refused: "link-not-valid" };
        const about = [whose.name, whose.email ?? ""];
        const chosen = await newPassword(engine, { password, about, queue: "strangers" });
        if ("refused" in chosen) return chosen;
        const { entrance, session } = newSession(visit, place, "now");
        const used = await resetPassword(database, { keyHash, password: chosen, session });
        if (used === null) return { refused: "link-not-valid" };
        await limits.succeeded({ of: "account", email: used.email });
        return entrance;
      }),
  };
}

/** For somebody who is locked out and has the console: the same link, for anybody with an account. */
export async function resetLinkAtConsole(
  database: Database,
  origin: string,
  email: string,
): Promise<{ link: string } | { refused: "unknown" | "disabled" }> {
  const key = newToken();
  const outcome = await makeResetAtConsole(database, { email: email.toLowerCase(), keyHash: hashOf(key), lifetimeMs });
  return outcome === "made" ? { link: linkWith(origin, key) } : { refused: outcome };
}

/** A fragment never reaches a server, so no log holds it. */
function linkWith(origin: string, key: string): string {
  return `${origin}/#reset=${key}`;
}
