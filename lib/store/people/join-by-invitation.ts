import type { Role } from "#lib/people/role.ts";
import { closeSessions, type NewPassword, type NewSession, openSession, setPassword } from "./accounts.ts";
import { record } from "#lib/store/audit/record.ts";
import { addConnection, removeConnection } from "./connect-account.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { endLasting } from "./end-lasting.ts";
import { layHand, takeTurn } from "./hands.ts";
import { type UsedInvitation, useInvitation } from "./invitations.ts";
import { removeAllPasskeys } from "./passkeys.ts";
import { holdPerson } from "./person-counts.ts";
import { unsubscribeAll } from "./push-subscriptions.ts";
import { ownerByLink } from "./sessions.ts";

type NewPerson = { id: string; name: string };

/**
 * Accepts an invitation: makes the person, with their password and first session. Null when it no longer works; a
 * conflict (`isConflict`) when somebody got that address meanwhile.
 */
export function joinByInvitation(
  database: Database,
  {
    keyHash,
    person,
    password,
    session,
  }: { keyHash: string; person: NewPerson; password: NewPassword; session: NewSession },
): Promise<{ role: Role } | null> {
  return inTransaction(database, async (trx) => {
    await takeTurn(trx);
    const invitation = await useInvitation(database, trx, { keyHash });
    if (invitation === null) return null;
    const { email, role } = invitation;
    await addPerson(database, trx, { ...person, email, role });
    await layInviter(database, trx, person.id, invitation);
    await setPassword(database, trx, person.id, password);
    await openSession(database, trx, person.id, session, "invitation");
    const events = [
      { kind: "person-joined", by: "invitation", role },
      { kind: "signed-in", by: "invitation" },
    ] as const;
    await record(database, trx, { personId: person.id }, ...events);
    return { role };
  });
}

export type VouchedAccount = {
  person: NewPerson;
  email: string;
  account: { id: string; subject: string };
  /** Whether an address that nobody invited may join, as a member. */
  openToAll: boolean;
  /**
   * Whether a provider's account is connected with the account of the same verified address; a choice of the instance's
   * owner.
   */
  linkByEmail: boolean;
};

/**
 * Finds the person that a provider vouches for, or adds them: by an invitation of their address, or as a member where
 * anybody of an allowed domain may join. An existing account with the same address is not taken over, unless
 * `linkByEmail` lets the provider vouch for every address here.
 */
export function joinByProvider(
  database: Database,
  { person, email, account, openToAll, linkByEmail }: VouchedAccount,
): Promise<"known" | "joined" | "disabled" | "not-invited" | "account-exists" | "connected-otherwise"> {
  const { now } = database;
  return inTransaction(database, async (trx) => {
    const known = await trx
      .selectFrom("accounts")
      .innerJoin("people", "people.id", "accounts.person_id")
      .select("people.disabled_at")
      .where("provider", "=", "oidc")
      .where("subject", "=", account.subject)
      .executeTakeFirst();
    if (known !== undefined) return known.disabled_at === null ? "known" : "disabled";
    await takeTurn(trx);
    const taken = await trx.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
    if (taken !== undefined) {
      if (!linkByEmail) return "account-exists";
      return addConnection(database, trx, { personId: taken.id, account, by: "address" });
    }
    const invitation = await useInvitation(database, trx, { email });
    if (invitation === null && !openToAll) return "not-invited";
    const role = invitation?.role ?? "member";
    await addPerson(database, trx, { ...person, email, role });
    if (invitation !== null) await layInviter(database, trx, person.id, invitation);
    await trx
      .insertInto("accounts")
      .values({
        ...account,
        person_id: person.id,
        provider: "oidc",
        password_hash: null,
        created_at: now,
        changed_at: now,
      })
      .execute();
    await record(database, trx, { personId: person.id }, { kind: "person-joined", by: "oidc", role });
    return "joined";
  });
}

/**
 * Uses the one-time link of the console: makes the owner, or gives the present owner a new address and password and
 * ends all their sessions and what outlasts one. Chats and everything else of an existing person stay theirs. Null when the link
 * does not work any more; a conflict when the address is somebody else's.
 */
export function setUpOwner(
  database: Database,
  owner: { keyHash: string; person: NewPerson; email: string; password: NewPassword; session: NewSession },
): Promise<{ personId: string } | null> {
  const { keyHash, person, email, password, session } = owner;
  return inTransaction(database, async (trx) => {
    await takeTurn(trx);
    const personId = await ownerByLink(database, trx, { keyHash, person });
    if (personId === null) return null;
    await holdPerson(database, trx, personId);
    const before = await trx.selectFrom("people").select("email").where("id", "=", personId).executeTakeFirstOrThrow();
    await trx
      .updateTable("people")
      .set({ name: person.name, email, role: "owner", disabled_at: null })
      .where("id", "=", personId)
      .execute();
    await trx.deleteFrom("invitations").where("email", "=", email).execute();
    await closeSessions(trx, personId);
    // The instance's single person from before had no password.
    if (before.email !== null) {
      await endLasting(database, trx, personId, "password-reset");
      await unsubscribeAll(database, trx, personId);
    }
    await removeAllPasskeys(database, trx, personId);
    await removeConnection(database, trx, personId);
    await setPassword(database, trx, personId, password);
    await openSession(database, trx, personId, session, "set-up");
    const events = [
      { kind: "owner-set-up", again: before.email !== null },
      { kind: "signed-in", by: "set-up" },
    ] as const;
    await record(database, trx, { personId }, ...events);
    return { personId };
  });
}

/** Whether the owner has set up an account. */
export async function hasOwnerAccount({ db }: Database): Promise<boolean> {
  const owner = await db
    .selectFrom("people")
    .select("id")
    .where("role", "=", "owner")
    .where("email", "is not", null)
    .executeTakeFirst();
  return owner !== undefined;
}

/** The inviter's hand is on the account, whichever way it joined. */
async function layInviter(database: Database, trx: Trx, personId: string, { invited_by }: UsedInvitation) {
  const by = await trx.selectFrom("people").select(["id", "role"]).where("id", "=", invited_by).executeTakeFirst();
  if (by !== undefined) await layHand(database, trx, { personId, by });
}

async function addPerson(
  { now }: Database,
  trx: Trx,
  person: NewPerson & { email: string; role: Role },
): Promise<void> {
  await trx
    .insertInto("people")
    .values({ ...person, created_at: now })
    .execute();
}
