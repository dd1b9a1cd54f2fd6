import { randomUUID } from "node:crypto";
import type { Role } from "#lib/approvals/role.ts";
import { hashOf, type Place, type Shown, tokenIn, type Visit } from "#lib/server/session-cookie.ts";
import type { Person } from "#lib/server/session.ts";
import { accountsOf, changePassword, proveAgain, recordFailure, signIn } from "#lib/store/accounts.ts";
import type { Database } from "#lib/store/database.ts";
import { invitationBy } from "#lib/store/invitations.ts";
import { hasOwnerAccount, joinByInvitation, setUpOwner } from "#lib/store/joining.ts";
import { personBy } from "#lib/store/people.ts";
import type { AuthEngine } from "./auth-engine.ts";
import { newPassword } from "./new-password.ts";
import type { Passkeys } from "./passkeys.ts";
import { type ProviderDoor, providerDoor } from "./provider-door.ts";
import type { TeamRefusal } from "./refusal.ts";
import type { TryLimits } from "./try-limits.ts";
import { newSession } from "./visit.ts";
import { orRefusal, unlessBusy } from "./when-busy.ts";

type Refused<Why> = { refused: Why };
/** A new session's token, for the cookie and for nothing else. */
export type Entered<Why = TeamRefusal> = { token: string } | Refused<Why>;
/** What a browser is to sign with a passkey, and the key of this try. */
export type PasskeyAsked = { passkey: { attempt: string; options: object } };

/** The ways into a team and out of it. Each ends the session that the browser had before (THREATS B10). */
export type Doors = ProviderDoor & {
  /** Whoever has a passkey is asked for it, and not in before. */
  byPassword: (given: { email: string; password: string }, visit: Visit) => Promise<Entered | PasskeyAsked>;
  /** Makes the owner, by the one-time key of the console. */
  bySetUp: (given: { key: string; name: string; email: string; password: string }, visit: Visit) => Promise<Entered>;
  byInvitation: (given: { key: string; name: string; password: string }, visit: Visit) => Promise<Entered>;
  /** Whom an invitation is for; null when it does not work any more. */
  invitationOf: (key: string) => Promise<{ email: string; role: Role } | null>;
  /** Proves again, for what needs a fresh sign-in. */
  confirm: (person: Person, password: string, shown: Shown) => Promise<"confirmed" | TeamRefusal>;
  changePassword: (
    person: Person,
    given: { current: string; next: string },
    shown: Shown,
  ) => Promise<"changed" | TeamRefusal>;
  hasOwner: () => Promise<boolean>;
  /** How this person comes in. */
  waysOf: (person: Pick<Person, "id">) => Promise<{ password: boolean; provider: boolean }>;
};

type Options = {
  database: Database;
  engine: () => Promise<AuthEngine>;
  limits: TryLimits;
  passkeys: Pick<Passkeys, "beginSignIn">;
  place: Place;
  hasProvider: boolean;
  /** Called after the instance got its owner: from then on tool servers may start. */
  onClaimed: () => void;
};

export function doorsOf({ database, engine, limits, passkeys, place, hasProvider, onClaimed }: Options): Doors {
  /** Whose password it is; counted before it is looked at. */
  async function checked(email: string, password: string): Promise<{ personId: string } | Refused<TeamRefusal>> {
    if ((await limits.take(email)) !== null) return { refused: "limited" };
    const personId = await (await engine()).personByPassword(email, password);
    if (personId === null) {
      await recordFailure(database, { email, by: "password", reason: "wrong" });
      return { refused: "wrong" };
    }
    await limits.succeeded(email);
    return { personId };
  }

  async function checkedAgain(person: Person, password: string): Promise<"right" | TeamRefusal> {
    const email = (await personBy(database, { id: person.id }))?.email ?? null;
    const accounts = await accountsOf(database, { personId: person.id });
    if (email === null || !accounts.some(({ provider }) => provider === "password")) return "no-password";
    const found = await checked(email, password);
    if ("refused" in found) return found.refused;
    return found.personId === person.id ? "right" : "wrong";
  }

  return {
    ...providerDoor({ database, engine, place, hasProvider }),
    byPassword: async ({ email, password }, visit) =>
      unlessBusy(async (): Promise<Entered | PasskeyAsked> => {
        const found = await checked(email.toLowerCase(), password);
        if ("refused" in found) return found;
        const passkey = await passkeys.beginSignIn(found.personId);
        if (passkey !== null) return { passkey };
        const { token, session } = newSession(visit, place, "now");
        return (await signIn(database, found.personId, session, "password")) ? { token } : { refused: "wrong" };
      }),
    bySetUp: async ({ key, name, email, password }, visit) =>
      unlessBusy(async (): Promise<Entered> => {
        const { token, session } = newSession(visit, place, "now");
        const owner = { keyHash: hashOf(key), person: { id: randomUUID(), name }, email: email.toLowerCase() };
        const made = await setUpOwner(database, { ...owner, password: await newPassword(engine, password), session });
        if (made === null) return { refused: "link-not-valid" };
        await limits.succeeded(owner.email);
        onClaimed();
        return { token };
      }),
    byInvitation: async ({ key, name, password }, visit) =>
      unlessBusy(async (): Promise<Entered> => {
        const keyHash = hashOf(key);
        // Before anything is hashed, for whoever guesses.
        if (!(await invitationBy(database, keyHash))) return { refused: "link-not-valid" };
        const { token, session } = newSession(visit, place, "now");
        const person = { id: randomUUID(), name };
        const joining = { keyHash, person, password: await newPassword(engine, password), session };
        return (await joinByInvitation(database, joining)) === null ? { refused: "link-not-valid" } : { token };
      }),
    invitationOf: async (key) => {
      const invitation = await invitationBy(database, hashOf(key));
      return invitation ? { email: invitation.email, role: invitation.role } : null;
    },
    confirm: async (person, password, shown) =>
      orRefusal(async () => {
        const token = tokenIn(shown, place);
        const right = await checkedAgain(person, password);
        if (right !== "right" || token === null) return right === "right" ? "wrong" : right;
        await proveAgain(database, hashOf(token));
        return "confirmed";
      }),
    changePassword: async (person, { current, next }, shown) =>
      orRefusal(async () => {
        const token = tokenIn(shown, place);
        const right = await checkedAgain(person, current);
        if (right !== "right" || token === null) return right === "right" ? "wrong" : right;
        const password = await newPassword(engine, next);
        await changePassword(database, { personId: person.id, tokenHash: hashOf(token), password });
        return "changed";
      }),
    hasOwner: () => hasOwnerAccount(database),
    waysOf: async ({ id }) => {
      const accounts = await accountsOf(database, { personId: id });
      const has = (way: "password" | "oidc") => accounts.some(({ provider }) => provider === way);
      return { password: has("password"), provider: has("oidc") };
    },
  };
}
