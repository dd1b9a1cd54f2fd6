import { sql } from "kysely";
import type { AuditEvent } from "#lib/audit/events.ts";
import type { Proof } from "#lib/approvals/proof.ts";
import type { SignInWay } from "#lib/audit/people-events.ts";
import { record } from "#lib/store/audit/record.ts";
import { clockOf } from "#lib/store/engine/clock.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { closeStreams, endFormerSession, endSurplusSessions } from "./close-streams.ts";
import { type BySession, holdSession } from "./hold-session.ts";
import { type BrowserMark, forgetBrowsers, rememberBrowser } from "./known-browsers.ts";
import { holdPerson } from "./person-counts.ts";
import { unsubscribeAll, unsubscribeSession } from "./push-subscriptions.ts";
import { withdrawSignatures } from "./withdraw-signatures.ts";
import type { AccountRow } from "#lib/store/schema/people-tables.ts";

/**
 * A session to be opened: only its hash is stored. `provedAt` is when its person proved who they are; null when
 * unknown.
 */
export type NewSession = {
  tokenHash: string;
  /** Of the browser's session before this one, which ends (THREATS B10: a new session replaces the old). */
  formerHash: string | null;
  provedAt: number | "now" | null;
  /** The browser as its person would name it; null when it does not say. */
  browser: string | null;
  mark: BrowserMark;
};

export type NewPassword = { accountId: string; passwordHash: string };

export type PasswordFound = { personId: string; passwordHash: string };

/** How somebody proved who they are: by the password with this hash, or an account of the organisation. */
export type ProvedBy = { by: "password"; passwordHash: string } | { by: "oidc"; subject: string };

/**
 * Opens a session for somebody who has proved who they are. False when they are disabled or unknown, or when the proof
 * no longer counts: checking a password takes a while, and the password may change meanwhile (B21: what a reset ends).
 */
export function signIn(database: Database, personId: string, session: NewSession, proved: ProvedBy): Promise<boolean> {
  const { by } = proved;
  return inTransaction(database, async (trx) => {
    await holdPerson(database, trx, personId);
    const accounts = trx
      .selectFrom("accounts")
      .innerJoin("people", "people.id", "accounts.person_id")
      .select("people.id")
      .where("people.id", "=", personId)
      .where("people.disabled_at", "is", null)
      .where("accounts.provider", "=", by);
    const still =
      proved.by === "password"
        ? accounts.where("accounts.password_hash", "=", proved.passwordHash)
        : accounts.where("accounts.subject", "=", proved.subject);
    if ((await still.executeTakeFirst()) === undefined) return false;
    const agoMs = await openSession(database, trx, personId, session, by);
    await record(database, trx, { personId }, { kind: "signed-in", by, ...(by === "oidc" ? { agoMs } : {}) });
    return true;
  });
}

/** Part of the caller's transaction, which records why. Resolves to how long ago the person proved who they are. */
export async function openSession(
  database: Database,
  trx: Trx,
  personId: string,
  session: NewSession,
  by: SignInWay,
): Promise<number | null> {
  const { tokenHash, formerHash, provedAt, browser, mark } = session;
  const now = await clockOf({ db: trx, now: database.now });
  if (formerHash !== null) await endFormerSession(database, trx, formerHash, { personId, tokenHash });
  // Another machine's clock may be ahead of this one.
  const proved_at = typeof provedAt === "number" ? Math.min(provedAt, now) : provedAt === "now" ? now : null;
  await trx
    .insertInto("sessions")
    .values({
      token_hash: tokenHash,
      person_id: personId,
      created_at: now,
      last_seen_at: now,
      proved_at,
      way: "team",
      browser,
      proved_by: by,
      passkey_at: by === "passkey" ? now : null,
    })
    .execute();
  await endSurplusSessions(trx, personId);
  await rememberBrowser(database, trx, personId, mark);
  return proved_at === null ? null : now - proved_at;
}

/**
 * How recently and by what the session's person proved who they are; null when there is no session. Where they have a
 * passkey, only that counts as fresh.
 */
export async function proofOf({ db, now }: Database, tokenHash: string, withinMs: number): Promise<Proof | null> {
  const session = await db
    .selectFrom("sessions")
    .select(["proved_by", "proved_at", "passkey_at"])
    .select((row) => [
      sql<number>`${now}`.as("now"),
      row
        .selectFrom("passkeys")
        .select((all) => all.fn.countAll<number>().as("count"))
        .whereRef("passkeys.person_id", "=", "sessions.person_id")
        .as("passkeys"),
    ])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (session === undefined) return null;
  const { proved_by, proved_at, passkey_at } = session;
  const hasPasskey = Number(session.passkeys) > 0;
  const ago = (at: number | null) => (at === null ? null : Math.max(0, Number(session.now) - at));
  const byPasskey = passkey_at !== null && passkey_at >= (proved_at ?? 0);
  const agoMs = ago(byPasskey ? passkey_at : proved_at);
  const counted = ago(hasPasskey ? passkey_at : proved_at);
  return { by: byPasskey ? "passkey" : proved_by, agoMs, hasPasskey, isFresh: counted !== null && counted < withinMs };
}

/** Notes that the session's person proved again who they are, by their password. */
export async function noteProof({ db, now }: Database, tokenHash: string): Promise<void> {
  const proof = { proved_at: now, proved_by: "password" } as const;
  await db.updateTable("sessions").set(proof).where("token_hash", "=", tokenHash).execute();
}

/** Ends one session, or all of its person's, and closes their streams. */
export function signOut(database: Database, tokenHash: string, { everywhere }: { everywhere: boolean }): Promise<void> {
  return inTransaction(database, async (trx) => {
    const ended = await trx
      .deleteFrom("sessions")
      .where("token_hash", "=", tokenHash)
      .returning("person_id")
      .executeTakeFirst();
    if (ended === undefined) return;
    const personId = ended.person_id;
    await holdPerson(database, trx, personId);
    if (everywhere) {
      await trx.deleteFrom("sessions").where("person_id", "=", personId).execute();
      await unsubscribeAll(database, trx, personId);
      await forgetBrowsers(trx, personId);
    }
    await closeStreams(trx, personId);
    await unsubscribeSession(database, trx, tokenHash);
    await record(database, trx, { personId }, { kind: "signed-out", everywhere });
  });
}

/**
 * Takes away what somebody who sat at one of a person's browsers may still hold: sessions, the browsers' marks,
 * signatures that are not settled, and links that they made. Part of the caller's transaction, which records why; false
 * where they held nothing.
 */
export async function closeSessions(trx: Trx, personId: string): Promise<boolean> {
  const ended = [
    await trx.deleteFrom("sessions").where("person_id", "=", personId).executeTakeFirst(),
    await forgetBrowsers(trx, personId),
    await withdrawSignatures(trx, personId),
    await trx.deleteFrom("password_resets").where("made_by", "=", personId).executeTakeFirst(),
  ];
  await closeStreams(trx, personId);
  return ended.some(({ numDeletedRows }) => numDeletedRows > 0n);
}

/** Records an attempt to sign in; names a person only where the address is somebody's. */
export async function recordAtDoor(database: Database, event: AuditEvent, email: string | null): Promise<void> {
  await inTransaction(database, async (trx) => {
    const person =
      email === null
        ? undefined
        : await trx.selectFrom("people").select("id").where("email", "=", email).executeTakeFirst();
    await record(database, trx, person ? { personId: person.id } : {}, event);
  });
}

/** The accounts of one person, or the one under a provider's subject. */
export function accountsOf(
  { db }: Database,
  by: { personId: string } | { provider: string; subject: string },
): Promise<AccountRow[]> {
  const accounts = db.selectFrom("accounts").selectAll();
  return "personId" in by
    ? accounts.where("person_id", "=", by.personId).execute()
    : accounts
        .where("provider", "=", by.provider as AccountRow["provider"])
        .where("subject", "=", by.subject)
        .execute();
}

/** Sets a person's password. A link to choose another stops working, and so does a sign-in that the former one began. */
export async function setPassword({ now }: Database, trx: Trx, personId: string, password: NewPassword): Promise<void> {
  await trx.deleteFrom("password_resets").where("person_id", "=", personId).execute();
  const begun = trx.deleteFrom("passkey_challenges").where("person_id", "=", personId);
  await begun.where("purpose", "=", "sign-in").execute();
  await trx
    .insertInto("accounts")
    .values({
      id: password.accountId,
      person_id: personId,
      provider: "password",
      subject: personId,
      password_hash: password.passwordHash,
      created_at: now,
      changed_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["provider", "subject"]).doUpdateSet({ password_hash: password.passwordHash, changed_at: now }),
    )
    .execute();
}

/** Stores a new hash of the same password; false when the stored hash is no longer `stored`. */
export async function keepHashAnew(
  { db }: Database,
  personId: string,
  { stored, anew }: { stored: string; anew: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("accounts")
    .set({ password_hash: anew })
    .where("person_id", "=", personId)
    .where("provider", "=", "password")
    .where("password_hash", "=", stored)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Changes a password and ends all other sessions of its person; false when the session that asked has ended. */
export function changePassword(
  database: Database,
  { personId, tokenHash, password }: BySession & { password: NewPassword },
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    if (!(await holdSession(database, trx, { personId, tokenHash }))) return false;
    await setPassword(database, trx, personId, password);
    await trx.deleteFrom("sessions").where("person_id", "=", personId).where("token_hash", "!=", tokenHash).execute();
    // Whoever held another session may have put a browser of theirs on the list. The one that asks puts itself there anew.
    await unsubscribeAll(database, trx, personId);
    await closeStreams(trx, personId);
    await record(database, trx, { personId }, { kind: "password-changed" });
    return true;
  });
}
