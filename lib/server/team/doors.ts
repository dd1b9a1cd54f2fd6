import { randomUUID } from "node:crypto";
import type { Role } from "#lib/approvals/role.ts";
import type { SignInProblem } from "#lib/audit/people-events.ts";
import { hashOf, newToken, tokenIn, type Place } from "#lib/server/session-cookie.ts";
import type { Person } from "#lib/server/session.ts";
import {
  accountsOf,
  changePassword,
  type NewPassword,
  type NewSession,
  proveAgain,
  recordFailure,
  signIn,
  signOut,
} from "#lib/store/accounts.ts";
import { type Database, isConflict } from "#lib/store/database.ts";
import { invitationBy } from "#lib/store/invitations.ts";
import { hasOwnerAccount, joinByInvitation, setUpOwner } from "#lib/store/joining.ts";
import { personBy } from "#lib/store/people.ts";
import type { AuthEngine } from "./auth-engine.ts";
import { TooBusy } from "./in-turns.ts";
import type { TeamRefusal } from "./refusal.ts";
import { tryLimits } from "./try-limits.ts";

type Refused<Why> = { refused: Why };
/** A new session's token, for the cookie and for nothing else. */
export type Entered<Why = TeamRefusal> = { token: string } | Refused<Why>;

/** The ways into a team and out of it. Each ends the session that the browser had before (THREATS B10). */
export type Doors = {
  byPassword: (given: { email: string; password: string }, cookieHeader: string | null) => Promise<Entered>;
  /** Where the organisation's sign-in is, and what the browser keeps until it returns. */
  toProvider: () => Promise<{ url: string; cookies: string[] } | Refused<TeamRefusal>>;
  fromProvider: (
    query: URLSearchParams,
    cookieHeader: string | null,
  ) => Promise<{ cookies: string[] } & Entered<SignInProblem>>;
  /** Makes the owner, by the one-time key of the console. */
  bySetUp: (
    given: { key: string; name: string; email: string; password: string },
    cookieHeader: string | null,
  ) => Promise<Entered>;
  byInvitation: (
    given: { key: string; name: string; password: string },
    cookieHeader: string | null,
  ) => Promise<Entered>;
  /** Whom an invitation is for; null when it does not work any more. */
  invitationOf: (key: string) => Promise<{ email: string; role: Role } | null>;
  /** Proves again, for what needs a fresh sign-in. */
  confirm: (person: Person, password: string, cookieHeader: string | null) => Promise<"confirmed" | TeamRefusal>;
  changePassword: (
    person: Person,
    given: { current: string; next: string },
    cookieHeader: string | null,
  ) => Promise<"changed" | TeamRefusal>;
  leave: (cookieHeader: string | null, how: { everywhere: boolean }) => Promise<void>;
  hasOwner: () => Promise<boolean>;
  hasPassword: (person: Pick<Person, "id">) => Promise<boolean>;
};

type Options = Place & {
  database: Database;
  engine: () => Promise<AuthEngine>;
  /** Called after the instance got its owner: from then on tool servers may start. */
  onClaimed: () => void;
};

export function doorsOf({ database, engine, onClaimed, ...place }: Options): Doors {
  const limits = tryLimits(database);

  function newSession(cookieHeader: string | null, provedAt: NewSession["provedAt"]) {
    const token = newToken();
    const former = tokenIn(cookieHeader, place);
    const session = { tokenHash: hashOf(token), formerHash: former === null ? null : hashOf(former), provedAt };
    return { token, session };
  }

  async function newPassword(password: string): Promise<NewPassword> {
    return { accountId: randomUUID(), passwordHash: await (await engine()).hash(password) };
  }

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
    byPassword: async ({ email, password }, cookieHeader) =>
      unlessBusy(async () => {
        const found = await checked(email.toLowerCase(), password);
        if ("refused" in found) return found;
        const { token, session } = newSession(cookieHeader, "now");
        return (await signIn(database, found.personId, session, "password")) ? { token } : { refused: "wrong" };
      }),
    toProvider: async () => {
      if (!(await hasOwnerAccount(database))) return { refused: "no-provider" };
      return (await (await engine()).begin()) ?? { refused: "no-provider" };
    },
    fromProvider: async (query, cookieHeader) => {
      if (!(await hasOwnerAccount(database))) return { refused: "not-invited", cookies: [] };
      const { cookies, ...returned } = await (await engine()).finish(query, cookieHeader);
      const refuse = async (reason: SignInProblem) => {
        await recordFailure(database, { email: null, by: "oidc", reason });
        return { refused: reason, cookies };
      };
      if ("refused" in returned) return refuse(returned.refused);
      const { token, session } = newSession(cookieHeader, returned.provedAt);
      const isIn = await signIn(database, returned.personId, session, "oidc");
      return isIn ? { token, cookies } : refuse("disabled");
    },
    bySetUp: async ({ key, name, email, password }, cookieHeader) =>
      unlessBusy(async () => {
        const { token, session } = newSession(cookieHeader, "now");
        const owner = { keyHash: hashOf(key), person: { id: randomUUID(), name }, email: email.toLowerCase() };
        const made = await setUpOwner(database, { ...owner, password: await newPassword(password), session });
        if (made === null) return { refused: "link-not-valid" };
        await limits.succeeded(owner.email);
        onClaimed();
        return { token };
      }),
    byInvitation: async ({ key, name, password }, cookieHeader) =>
      unlessBusy(async () => {
        const keyHash = hashOf(key);
        // Before anything is hashed, for whoever guesses.
        if (!(await invitationBy(database, keyHash))) return { refused: "link-not-valid" };
        const { token, session } = newSession(cookieHeader, "now");
        const joining = { keyHash, person: { id: randomUUID(), name }, password: await newPassword(password), session };
        return (await joinByInvitation(database, joining)) === null ? { refused: "link-not-valid" } : { token };
      }),
    invitationOf: async (key) => {
      const invitation = await invitationBy(database, hashOf(key));
      return invitation ? { email: invitation.email, role: invitation.role } : null;
    },
    confirm: async (person, password, cookieHeader) =>
      orRefusal(async () => {
        const token = tokenIn(cookieHeader, place);
        const right = await checkedAgain(person, password);
        if (right !== "right" || token === null) return right === "right" ? "wrong" : right;
        await proveAgain(database, hashOf(token));
        return "confirmed";
      }),
    changePassword: async (person, { current, next }, cookieHeader) =>
      orRefusal(async () => {
        const token = tokenIn(cookieHeader, place);
        const right = await checkedAgain(person, current);
        if (right !== "right" || token === null) return right === "right" ? "wrong" : right;
        const password = await newPassword(next);
        await changePassword(database, { personId: person.id, tokenHash: hashOf(token), password });
        return "changed";
      }),
    leave: async (cookieHeader, how) => {
      const token = tokenIn(cookieHeader, place);
      if (token !== null) await signOut(database, hashOf(token), how);
    },
    hasOwner: () => hasOwnerAccount(database),
    hasPassword: async ({ id }) =>
      (await accountsOf(database, { personId: id })).some(({ provider }) => provider === "password"),
  };
}

async function unlessBusy(work: () => Promise<Entered>): Promise<Entered> {
  try {
    return await work();
  } catch (error) {
    return { refused: refusalBy(error) };
  }
}

async function orRefusal<Done>(work: () => Promise<Done | TeamRefusal>): Promise<Done | TeamRefusal> {
  try {
    return await work();
  } catch (error) {
    return refusalBy(error);
  }
}

function refusalBy(error: unknown): TeamRefusal {
  if (error instanceof TooBusy) return "busy";
  // An address, or the place of the one owner, was taken in this very moment.
  if (isConflict(error)) return "account-exists";
  throw error;
}
