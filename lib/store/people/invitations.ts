import { sql } from "kysely";
import { mayManage } from "#lib/people/may.ts";
import { record } from "#lib/store/audit/record.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { takeTurn } from "./hands.ts";
import { refusalToManage, type PeopleRefusal } from "./people.ts";
import { countMade } from "./person-counts.ts";
import type { InvitationRow } from "#lib/store/schema/people-tables.ts";

/** Invitations that can still be accepted, oldest first. */
export function openInvitations({ db, now }: Database): Promise<InvitationRow[]> {
  return db.selectFrom("invitations").selectAll().where("expires_at", ">", now).orderBy("created_at").execute();
}

export async function invitationBy({ db, now }: Database, keyHash: string): Promise<InvitationRow | undefined> {
  const invitation = await db
    .selectFrom("invitations")
    .selectAll()
    .where("key_hash", "=", keyHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return invitation !== undefined && (await standsBehind(db, invitation)) ? invitation : undefined;
}

type Invitation = Pick<InvitationRow, "id" | "key_hash" | "email" | "role"> & { actorId: string; lifetimeMs: number };

/** Upper bound of open invitations. */
const mostInvitations = 500;

/** Invites an address; an earlier invitation of it stops working. Refused when somebody here has that address. */
export function invite(
  database: Database,
  { actorId, lifetimeMs, ...invitation }: Invitation,
): Promise<"invited" | "account-exists" | "too-many-invitations" | PeopleRefusal> {
  const { now } = database;
  return inTransaction(database, async (trx) => {
    // A second inviter waits here, and then finds this invitation.
    await takeTurn(trx);
    const actor = await trx
      .selectFrom("people")
      .select("role")
      .where("id", "=", actorId)
      .where("disabled_at", "is", null)
      .executeTakeFirst();
    if (actor === undefined) return "not-allowed";
    const refused = refusalToManage(actor.role, invitation.role);
    if (refused !== null) return refused;
    const { email, role } = invitation;
    const taken = await trx.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
    if (taken !== undefined) return "account-exists";
    await trx.deleteFrom("invitations").where("email", "=", email).execute();
    await trx.deleteFrom("invitations").where("expires_at", "<=", now).execute();
    const open = trx.selectFrom("invitations").select("id").limit(mostInvitations);
    if ((await open.execute()).length >= mostInvitations) return "too-many-invitations";
    await countMade(database, trx, actorId);
    const expires_at = sql<number>`${now} + ${lifetimeMs}`;
    await trx
      .insertInto("invitations")
      .values({ ...invitation, invited_by: actorId, created_at: now, expires_at })
      .execute();
    await record(database, trx, { personId: actorId }, { kind: "person-invited", email, role });
    return "invited";
  });
}

/** Deletes an invitation; false when there is none. */
export function withdrawInvitation(
  database: Database,
  { id, actorId }: { id: string; actorId: string },
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const row = await trx.deleteFrom("invitations").where("id", "=", id).returning("email").executeTakeFirst();
    if (row === undefined) return false;
    await record(database, trx, { personId: actorId }, { kind: "invitation-withdrawn", email: row.email });
    return true;
  });
}

export type UsedInvitation = Pick<InvitationRow, "email" | "role" | "invited_by">;

/**
 * Takes an open invitation for whoever accepts it; null when there is none, or when its maker may not invite any more.
 * Part of the caller's transaction.
 */
export async function useInvitation(
  { now }: Database,
  trx: Trx,
  by: { keyHash: string } | { email: string },
): Promise<UsedInvitation | null> {
  const open = trx.deleteFrom("invitations").where("expires_at", ">", now);
  const mine = "keyHash" in by ? open.where("key_hash", "=", by.keyHash) : open.where("email", "=", by.email);
  const invitation = await mine.returning(["email", "role", "invited_by"]).executeTakeFirst();
  return invitation !== undefined && (await standsBehind(trx, invitation)) ? invitation : null;
}

/** Whether the maker of an invitation may still invite: losing a role or a right ends one's invitations. */
async function standsBehind(db: Trx | Database["db"], { invited_by, role }: UsedInvitation): Promise<boolean> {
  const maker = await db
    .selectFrom("people")
    .select("role")
    .where("id", "=", invited_by)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return maker !== undefined && mayManage(maker.role, role);
}
