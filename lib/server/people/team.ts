import { randomUUID } from "node:crypto";
import type { Role } from "#lib/people/role.ts";
import type { Roster } from "#lib/people/roster.ts";
import { hashOf, newToken } from "#lib/server/http/session-cookie.ts";
import type { Person } from "./session.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { invite, openInvitations, withdrawInvitation } from "#lib/store/people/invitations.ts";
import { allPeople, changeRole, type Listed, setDisabled, signOutOther } from "#lib/store/people/people.ts";
import type { SignInWays } from "./sign-in-ways.ts";
import type { Passkeys } from "./passkeys.ts";
import type { TeamRefusal } from "./refusal.ts";
import type { Resets } from "./resets.ts";

/** The people of an instance. Every change is recorded, and takes effect on requests and streams at once. */
export type Team = {
  signInWays: SignInWays;
  passkeys: Passkeys;
  /** Label of the organisation's sign-in button; null without one. */
  providerName: string | null;
  roster: () => Promise<Roster>;
  /** Makes the link to hand over; it works once, for a week. */
  invite: (actor: Person, given: { email: string; role: Role }) => Promise<{ link: string } | { refused: TeamRefusal }>;
  withdraw: (actor: Person, id: string) => Promise<boolean>;
  change: (
    actor: Person,
    personId: string,
    change: { role?: Role | undefined; disabled?: boolean | undefined },
  ) => Promise<"changed" | TeamRefusal>;
  signOutEverywhere: (actor: Person, personId: string) => Promise<"changed" | TeamRefusal>;
  resets: Resets;
};

const invitationMs = 7 * 24 * 60 * 60 * 1000;

type Options = {
  database: Database;
  signInWays: SignInWays;
  passkeys: Passkeys;
  resets: Resets;
  origin: string;
  providerName: string | null;
};

export function teamOf({ database, signInWays, passkeys, resets, origin, providerName }: Options): Team {
  return {
    signInWays,
    passkeys,
    resets,
    providerName,
    roster: async () => {
      const [people, invitations] = await Promise.all([allPeople(database), openInvitations(database)]);
      return {
        people: people.map(personOf),
        invitations: invitations.map(({ id, email, role, expires_at: expiresAt }) => ({ id, email, role, expiresAt })),
      };
    },
    invite: async (actor, { email, role }) => {
      const key = newToken();
      const invitation = { id: randomUUID(), key_hash: hashOf(key), email: email.toLowerCase(), role };
      const outcome = await invite(database, { ...invitation, actorId: actor.id, lifetimeMs: invitationMs });
      // A fragment never reaches a server, so no log holds it.
      return outcome === "invited" ? { link: `${origin}/#invitation=${key}` } : { refused: outcome };
    },
    withdraw: (actor, id) => withdrawInvitation(database, { id, actorId: actor.id }),
    change: async (actor, personId, { role, disabled }) => {
      const by = { actorId: actor.id, personId };
      if (role !== undefined) {
        const outcome = await changeRole(database, { ...by, role });
        if ("refused" in outcome) return outcome.refused;
      }
      if (disabled === undefined) return "changed";
      const outcome = await setDisabled(database, { ...by, disabled });
      return "refused" in outcome ? outcome.refused : "changed";
    },
    signOutEverywhere: async (actor, personId) => {
      const outcome = await signOutOther(database, { actorId: actor.id, personId });
      return "refused" in outcome ? outcome.refused : "changed";
    },
  };
}

function personOf({ created_at, last_seen_at, disabled_at, ...person }: Listed) {
  return { ...person, joinedAt: created_at, lastSeenAt: last_seen_at, disabledAt: disabled_at };
}
