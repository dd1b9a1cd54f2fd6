import { sql } from "kysely";
import { may } from "#lib/approvals/may.ts";
import type { Role } from "#lib/approvals/role.ts";
import { record } from "./audit.ts";
import { type Database, inTransaction, type Trx } from "./database.ts";
import type { InvitationRow } from "./people-tables.ts";

/** Invitations that can still be accepted, oldest first. */
export function openInvitations({ db, now }: Database): Promise<InvitationRow[]> {
  return db.selectFrom("invitations").selectAll().where("expires_at", ">", now).orderBy("created_at").execute();
}

export function invitationBy({ db, now }: Database, keyHash: string): Promise<InvitationRow | undefined> {
  return db
    .selectFrom("invitations")
    .selectAll()
    .where("key_hash", "=", keyHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

type Invitation = Pick<InvitationRow, "id" | "key_hash" | "email" | "role"> & { actorId: string; lifetimeMs: number };

/** Nobody waits for more people at once. */
const mostInvitations = 500;

/** Invites an address; an earlier invitation of it no longer works. Refused when somebody here has that address. */
export function invite(
  database: Database,
  { actorId, lifetimeMs, ...invitation }: Invitation,
): Promise<"invited" | "account-exists" | "not-allowed" | "too-many-invitations"> {
  const { now } = database;
  return inTransaction(database, async (trx) => {
    // Whoever invites next waits here, and then finds this one.
    await trx.updateTable("instance").set({ key: "owner" }).where("key", "=", "owner").execute();
    const actor = await trx
      .selectFrom("people")
      .select("role")
      .where("id", "=", actorId)
      .where("disabled_at", "is", null)
      .executeTakeFirst();
    if (actor === undefined || !mayInvite(actor.role, invitation.role)) return "not-allowed";
    const { email, role } = invitation;
    const taken = await trx.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
    if (taken !== undefined) return "account-exists";
    await trx.deleteFrom("invitations").where("email", "=", email).execute();
    await trx.deleteFrom("invitations").where("expires_at", "<=", now).execute();
    const open = trx.selectFrom("invitations").select("id").limit(mostInvitations);
    if ((await open.execute()).length >= mostInvitations) return "too-many-invitations";
    const expires_at = sql<number>`${now} + ${lifetimeMs}`;
    await trx
      .insertInto("invitations")
      .values({ ...invitation, invited_by: actorId, created_at: now, expires_at })
      .execute();
    await record(database, trx, { personId: actorId }, { kind: "person-invited", email, role });
    return "invited";
  });
}

function mayInvite(actor: Role, role: Role): boolean {
  if (role === "owner") return false;
  return may(actor, role === "admin" ? "manage-admins" : "manage-people");
}

/** Takes an invitation back; false when there is none. */
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

/** Takes an open invitation away, for whoever accepts it; null when there is none. Part of the caller's transaction. */
export async function useInvitation(
  { now }: Database,
  trx: Trx,
  by: { keyHash: string } | { email: string },
): Promise<Pick<InvitationRow, "email" | "role"> | null> {
  const open = trx.deleteFrom("invitations").where("expires_at", ">", now);
  const mine = "keyHash" in by ? open.where("key_hash", "=", by.keyHash) : open.where("email", "=", by.email);
  return (await mine.returning(["email", "role"]).executeTakeFirst()) ?? null;
}
