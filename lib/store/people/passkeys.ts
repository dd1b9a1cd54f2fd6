import { sql } from "kysely";
import { type NewSession, openSession } from "./accounts.ts";
import { record } from "#lib/store/audit/record.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { type BySession, holdSession } from "./hold-session.ts";
import type { PasskeyChallengesTable, PasskeyRow } from "#lib/store/schema/people-tables.ts";
import { countMade, holdPerson } from "./person-counts.ts";

/** Upper bound of one person's passkeys. */
export const mostPasskeys = 20;

/** A person's passkeys, oldest first. */
export function passkeysOf({ db }: Pick<Database, "db">, personId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom("passkeys")
    .selectAll()
    .where("person_id", "=", personId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function hasPasskey(db: Trx | Database["db"], personId: string): Promise<boolean> {
  const one = await db.selectFrom("passkeys").select("id").where("person_id", "=", personId).executeTakeFirst();
  return one !== undefined;
}

type NewPasskey = BySession & {
  id: string;
  name: string;
  publicKey: string;
  counter: number;
  transports: string[];
};

/**
 * Adds a passkey, unless the person has reached the limit, it is somebody's already, or the session that asked has
 * ended.
 */
export function addPasskey(database: Database, passkey: NewPasskey): Promise<"added" | "known" | "signed-out"> {
  const { now } = database;
  const { id, personId, name, publicKey, counter, transports } = passkey;
  return inTransaction(database, async (trx) => {
    if (!(await holdSession(database, trx, passkey))) return "signed-out";
    const own = await trx.selectFrom("passkeys").select("id").where("person_id", "=", personId).execute();
    const same = await trx.selectFrom("passkeys").select("id").where("id", "=", id).executeTakeFirst();
    if (own.length >= mostPasskeys || same !== undefined) return "known";
    await countMade(database, trx, personId);
    await trx
      .insertInto("passkeys")
      .values({
        id,
        person_id: personId,
        name,
        public_key: publicKey,
        counter,
        transports_json: JSON.stringify(transports),
        created_at: now,
        last_used_at: null,
      })
      .execute();
    await record(database, trx, { personId }, { kind: "passkey-added", name });
    return "added";
  });
}

/**
 * False when the person has no such passkey. What it may have proved in other sessions than the one that asks counts no more:
 * whoever has it now may sit there.
 */
export function removePasskey(
  database: Database,
  { personId, id, tokenHash }: BySession & { id: string },
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    await holdPerson(database, trx, personId);
    const gone = await trx
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("person_id", "=", personId)
      .returning("name")
      .executeTakeFirst();
    if (gone === undefined) return false;
    const others = trx.updateTable("sessions").where("person_id", "=", personId).where("token_hash", "!=", tokenHash);
    // Without any passkey left, the sign-in itself would be the proof.
    await others.set({ proved_at: null }).where("proved_by", "=", "passkey").execute();
    await others.set({ passkey_at: null }).execute();
    await record(database, trx, { personId }, { kind: "passkey-removed", name: gone.name });
    return true;
  });
}

/** For somebody who signs in by a link because their passkeys are lost. Part of the caller's transaction. */
export async function removeAllPasskeys(database: Database, trx: Trx, personId: string): Promise<void> {
  const gone = await trx.deleteFrom("passkeys").where("person_id", "=", personId).returning("id").execute();
  await trx.deleteFrom("passkey_challenges").where("person_id", "=", personId).execute();
  if (gone.length === 0) return;
  await record(database, trx, { personId }, { kind: "passkeys-reset", count: gone.length });
}

type Challenge = { challengeHash: string; boundTo: string; purpose: PasskeyChallengesTable["purpose"] };

/** Stores a challenge for a browser; it replaces the earlier one for the same purpose. */
export async function keepChallenge(
  database: Database,
  { challengeHash, boundTo, purpose, personId, lifetimeMs }: Challenge & { personId: string; lifetimeMs: number },
): Promise<void> {
  const { now } = database;
  await inTransaction(database, async (trx) => {
    await trx
      .deleteFrom("passkey_challenges")
      .where((row) =>
        row.or([row("expires_at", "<=", now), row.and([row("bound_to", "=", boundTo), row("purpose", "=", purpose)])]),
      )
      .execute();
    await trx
      .insertInto("passkey_challenges")
      .values({
        challenge_hash: challengeHash,
        person_id: personId,
        purpose,
        bound_to: boundTo,
        expires_at: sql<number>`${now} + ${lifetimeMs}`,
      })
      .execute();
  });
}

/** Takes a challenge; resolves to the person it was made for, or null when there is none, or it is too old. */
export async function takeChallenge(
  { db, now }: Database,
  { challengeHash, boundTo, purpose }: Challenge,
): Promise<string | null> {
  const taken = await db
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", challengeHash)
    .where("bound_to", "=", boundTo)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .returning("person_id")
    .executeTakeFirst();
  return taken?.person_id ?? null;
}

/** A passkey whose signature was checked. */
export type VerifiedPasskey = { id: string; personId: string; counter: number };

/**
 * Notes the use of a passkey. False when it is gone, or when its counter went backwards: then somebody has a copy. The
 * copy is recorded, and neither the passkey nor what it proved counts any more.
 */
async function used(database: Database, trx: Trx, { id, personId, counter }: VerifiedPasskey): Promise<boolean> {
  const { now } = database;
  const passkey = await trx
    .updateTable("passkeys")
    .set({ counter, last_used_at: now })
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .where("copied_at", "is", null)
    .where((row) =>
      row.or([row("counter", "<", counter), row.and([row("counter", "=", 0), row(sql<number>`${counter}`, "=", 0)])]),
    )
    .returning("id")
    .executeTakeFirst();
  if (passkey !== undefined) return true;
  const copied = await trx
    .updateTable("passkeys")
    .set({ copied_at: now })
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .where("copied_at", "is", null)
    .returning("name")
    .executeTakeFirst();
  if (copied === undefined) return false;
  // The copy may have given these proofs.
  await trx.updateTable("sessions").set({ passkey_at: null }).where("person_id", "=", personId).execute();
  await record(database, trx, { personId }, { kind: "passkey-copied", name: copied.name });
  return false;
}

/** Notes that the session's person has just shown this passkey. */
export function proveByPasskey(database: Database, shown: VerifiedPasskey, tokenHash: string): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    if (!(await used(database, trx, shown))) return false;
    const proved = await trx
      .updateTable("sessions")
      .set({ passkey_at: database.now })
      .where("token_hash", "=", tokenHash)
      .where("person_id", "=", shown.personId)
      .executeTakeFirst();
    return proved.numUpdatedRows === 1n;
  });
}

/** Opens a session for somebody who gave their password and then showed this passkey. */
export function signInByPasskey(database: Database, shown: VerifiedPasskey, session: NewSession): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const { personId } = shown;
    await holdPerson(database, trx, personId);
    const person = await trx
      .selectFrom("people")
      .select("id")
      .where("id", "=", personId)
      .where("disabled_at", "is", null)
      .executeTakeFirst();
    if (person === undefined || !(await used(database, trx, shown))) return false;
    await openSession(database, trx, personId, session, "passkey");
    await record(database, trx, { personId }, { kind: "signed-in", by: "passkey" });
    return true;
  });
}
