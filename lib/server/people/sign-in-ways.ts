import { randomUUID } from "node:crypto";
import type { Role } from "#lib/people/role.ts";
import { hashOf, markIn, type Place, type ShownSession, tokenIn, type Visit } from "#lib/server/http/session-cookie.ts";
import type { Person } from "./session.ts";
import { accountsOf, changePassword, type PasswordFound, noteProof, signIn } from "#lib/store/people/accounts.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { invitationBy } from "#lib/store/people/invitations.ts";
import { hasOwnerAccount, joinByInvitation, setUpOwner } from "#lib/store/people/join-by-invitation.ts";
import { knownBrowserOf } from "#lib/store/people/known-browsers.ts";
import { personBy } from "#lib/store/people/people.ts";
import { isGoodLink } from "#lib/store/people/sessions.ts";
import type { AuthEngine } from "./auth-engine.ts";
import type { Failures } from "./failures.ts";
import { newPassword } from "./new-password.ts";
import type { Passkeys } from "./passkeys.ts";
import { type ProviderDoor, providerDoor } from "./provider-door.ts";
import type { TeamRefusal } from "./refusal.ts";
import type { Trier, TryLimits } from "./try-limits.ts";
import { type Entered, newSession } from "./new-session.ts";
import { orRefusal, unlessBusy } from "./unless-busy.ts";

/** The challenge for a passkey, and the key of this attempt. */
export type PasskeyChallenge = { passkey: { attempt: string; options: object } };

/**
 * The ways to sign in to a team and out of it. Each sign-in ends the browser's former session (THREATS B10: a new
 * session replaces the old).
 */
export type SignInWays = ProviderDoor & {
  /** Somebody with a passkey must show it before the session opens. */
  byPassword: (given: { email: string; password: string }, visit: Visit) => Promise<Entered | PasskeyChallenge>;
  /** Makes the owner, by the one-time key of the console. */
  bySetUp: (given: { key: string; name: string; email: string; password: string }, visit: Visit) => Promise<Entered>;
  byInvitation: (given: { key: string; name: string; password: string }, visit: Visit) => Promise<Entered>;
  /** Whom an invitation is for; null when it no longer works. */
  invitationOf: (key: string) => Promise<{ email: string; role: Role } | null>;
  /** A new proof of identity, for what needs a fresh sign-in. */
  confirm: (person: Person, password: string, shown: ShownSession) => Promise<"confirmed" | TeamRefusal>;
  changePassword: (
    person: Person,
    given: { current: string; next: string },
    shown: ShownSession,
  ) => Promise<"changed" | TeamRefusal>;
  hasOwner: () => Promise<boolean>;
  /** The ways in which this person signs in. */
  waysOf: (person: Pick<Person, "id">) => Promise<{ password: boolean; provider: boolean }>;
};

type Options = {
  database: Database;
  engine: () => Promise<AuthEngine>;
  limits: TryLimits;
  failures: Failures;
  passkeys: Pick<Passkeys, "beginSignIn">;
  place: Place;
  hasProvider: boolean;
  /** Called once the instance has its owner: from then on tool servers may start. */
  onClaimed: () => void;
};

export function signInWaysOf({ database, engine, limits, failures, passkeys, place, ...rest }: Options): SignInWays {
  const { hasProvider, onClaimed } = rest;
  /** The person of this password. The try is counted before the password is checked. */
  async function checked(
    { email, password }: { email: string; password: string },
    trier: Trier,
  ): Promise<PasswordFound | { refused: TeamRefusal }> {
    if (!(await limits.take(trier, email))) return { refused: "limited" };
    const queue = trier.of === "account" ? "strangers" : trier;
    const found = await (await engine()).personByPassword(email, password, queue);
    if (found === null) {
      await failures.note({ kind: "sign-in-failed", by: "password", reason: "wrong" }, email);
      return { refused: "wrong" };
    }
    await limits.succeeded(trier);
    return found;
  }

  /** A mark counts only for accounts that signed in with this very browser. */
  async function trierOf(email: string, visit: Visit): Promise<Trier> {
    const mark = markIn(visit, place);
    const hash = mark === null ? null : hashOf(mark);
    const personId = hash === null ? null : await knownBrowserOf(database, { tokenHash: hash, email });
    return hash === null || personId === null ? { of: "account", email } : { of: "browser", hash, personId };
  }

  /** The same for a signed-in person: counted by their session, with their own address. */
  async function checkedAgain(
    person: Person,
    password: string,
    shown: ShownSession,
  ): Promise<{ tokenHash: string; email: string } | TeamRefusal> {
    const token = tokenIn(shown, place);
    if (token === null) return "wrong";
    const email = (await personBy(database, { id: person.id }))?.email ?? null;
    const accounts = await accountsOf(database, { personId: person.id });
    if (email === null || !accounts.some(({ provider }) => provider === "password")) return "no-password";
    const tokenHash = hashOf(token);
    const found = await checked({ email, password }, { of: "session", hash: tokenHash, personId: person.id });
    if ("refused" in found) return found.refused;
    return found.personId === person.id ? { tokenHash, email } : "wrong";
  }

  return {
    ...providerDoor({ database, engine, failures, place, hasProvider }),
    byPassword: async (given, visit) =>
      unlessBusy(async (): Promise<Entered | PasskeyChallenge> => {
        const email = given.email.toLowerCase();
        const found = await checked({ email, password: given.password }, await trierOf(email, visit));
        if ("refused" in found) return found;
        const { personId, passwordHash } = found;
        const passkey = await passkeys.beginSignIn(personId);
        if (passkey !== null) return { passkey };
        const { entrance, session } = newSession(visit, place, "now");
        const isIn = await signIn(database, personId, session, { by: "password", passwordHash });
        return isIn ? entrance : { refused: "wrong" };
      }),
    bySetUp: async ({ key, name, email, password }, visit) =>
      unlessBusy(async (): Promise<Entered> => {
        const keyHash = hashOf(key);
        // Checked before anything is hashed, against guessing.
        if (!(await isGoodLink(database, keyHash))) return { refused: "link-not-valid" };
        const chosen = await newPassword(engine, { password, about: [name, email], queue: "strangers" });
        if ("refused" in chosen) return chosen;
        const { entrance, session } = newSession(visit, place, "now");
        const owner = { keyHash, person: { id: randomUUID(), name }, email: email.toLowerCase() };
        const made = await setUpOwner(database, { ...owner, password: chosen, session });
        if (made === null) return { refused: "link-not-valid" };
        await limits.succeeded({ of: "account", email: owner.email });
        onClaimed();
        return entrance;
      }),
    byInvitation: async ({ key, name, password }, visit) =>
      unlessBusy(async (): Promise<Entered> => {
        const keyHash = hashOf(key);
        // Checked before anything is hashed, against guessing.
        const invitation = await invitationBy(database, keyHash);
        if (!invitation) return { refused: "link-not-valid" };
        const about = [name, invitation.email];
        const chosen = await newPassword(engine, { password, about, queue: "strangers" });
        if ("refused" in chosen) return chosen;
        const { entrance, session } = newSession(visit, place, "now");
        const joining = { keyHash, person: { id: randomUUID(), name }, password: chosen, session };
        return (await joinByInvitation(database, joining)) === null ? { refused: "link-not-valid" } : entrance;
      }),
    invitationOf: async (key) => {
      const invitation = await invitationBy(database, hashOf(key));
      return invitation ? { email: invitation.email, role: invitation.role } : null;
    },
    confirm: async (person, password, shown) =>
      orRefusal(async () => {
        const again = await checkedAgain(person, password, shown);
        if (typeof again === "string") return again;
        await noteProof(database, again.tokenHash);
        return "confirmed";
      }),
    changePassword: async (person, { current, next }, shown) =>
      orRefusal(async () => {
        const again = await checkedAgain(person, current, shown);
        if (typeof again === "string") return again;
        const { tokenHash, email } = again;
        const given = { password: next, about: [person.name, email], queue: { personId: person.id } };
        const password = await newPassword(engine, given);
        if ("refused" in password) return password.refused;
        const isChanged = await changePassword(database, { personId: person.id, tokenHash, password });
        return isChanged ? "changed" : "signed-out";
      }),
    hasOwner: () => hasOwnerAccount(database),
    waysOf: async ({ id }) => {
      const accounts = await accountsOf(database, { personId: id });
      const has = (way: "password" | "oidc") => accounts.some(({ provider }) => provider === way);
      return { password: has("password"), provider: has("oidc") };
    },
  };
}
