import { sql } from "kysely";
import type { ProofWay } from "#lib/approvals/proof.ts";
import type { Role } from "#lib/people/role.ts";
import { record } from "#lib/store/audit/record.ts";
import { clockOf } from "#lib/store/engine/clock.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { SessionWay } from "#lib/store/schema/people-tables.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";
import { endFormerSession, endSurplusSessions } from "./close-streams.ts";

export type PersonRow = { id: string; name: string; role: Role };

/**
 * How long sessions last, idle and in all, and which ones count: with sign-in only those of a sign-in, without it only
 * those of a first visit or a link. Neither kind counts in the other kind of app.
 */
export type SessionLimits = { idleMs: number; mostMs: number; way: SessionWay };

type NewPerson = Pick<PersonRow, "id" | "name">;

/** A session to be opened; the browser's earlier session ends (THREATS B10: a new session replaces the old). */
type LocalSession = { tokenHash: string; formerHash?: string | null; browser?: string | null };

/** Without sign-in, a session ends after a month idle and has no maximum age. */
export const localLimits: SessionLimits = {
  idleMs: 30 * 24 * 60 * 60 * 1000,
  mostMs: Number.MAX_SAFE_INTEGER,
  way: "local",
};
/** Precision of `last_seen_at`: avoids a write for every request. */
const touchMs = 60 * 60 * 1000;

/**
 * Opens a session for the first visitor ever and makes them the instance's person. False when there is one: of any
 * number of visitors at once exactly one gets true (THREATS B13: one first owner).
 */
export async function claimInstance(
  database: Database,
  { person, ...session }: LocalSession & { person: NewPerson },
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    if (!(await becomeOwner(database, trx, person))) return false;
    await openSession(database, trx, { session, personId: person.id, by: "first-visit" });
    return true;
  });
}

/**
 * Uses a one-time link and opens a session. False when the link is unknown, used or too old. The first link also claims
 * the instance, for `person`; later ones are for whoever claimed it.
 */
export async function openSessionByLink(
  database: Database,
  { keyHash, person, ...session }: LocalSession & { keyHash: string; person: NewPerson },
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const personId = await ownerByLink(database, trx, { keyHash, person });
    if (personId === null) return false;
    await openSession(database, trx, { session, personId, by: "link" });
    return true;
  });
}

/**
 * Uses a one-time link and resolves to the instance's person: who claimed it before, else `person`, who claims it now.
 * Null when the link is unknown, used or too old.
 */
export async function ownerByLink(
  database: Database,
  trx: Trx,
  { keyHash, person }: { keyHash: string; person: NewPerson },
): Promise<string | null> {
  const { now } = database;
  const used = await trx
    .updateTable("links")
    .set({ used_at: now })
    .where("key_hash", "=", keyHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (used.numUpdatedRows !== 1n) return null;
  await becomeOwner(database, trx, person);
  const owner = await trx.selectFrom("instance").select("value").where("key", "=", "owner").executeTakeFirstOrThrow();
  return owner.value;
}

/** Whether a one-time link would work now. Does not use it. */
export async function isGoodLink({ db, now }: Database, keyHash: string): Promise<boolean> {
  const links = db.selectFrom("links").select("key_hash").where("key_hash", "=", keyHash);
  return (await links.where("used_at", "is", null).where("expires_at", ">", now).executeTakeFirst()) !== undefined;
}

/** Makes a one-time link that works for `lifetimeMs`, and deletes expired ones. */
export async function addLink(
  database: Database,
  { keyHash, lifetimeMs }: { keyHash: string; lifetimeMs: number },
): Promise<void> {
  const { now } = database;
  await inTransaction(database, async (trx) => {
    await trx.deleteFrom("links").where("expires_at", "<=", now).execute();
    await trx
      .insertInto("links")
      .values({ key_hash: keyHash, expires_at: sql<number>`${now} + ${lifetimeMs}`, used_at: null })
      .execute();
    await record(database, trx, {}, { kind: "link-made" });
  });
}

export type SessionRow = PersonRow & { accessVersion: number };

/**
 * The person of this session; null when it does not exist, has ended, was idle or lasted too long, or the person is
 * disabled.
 */
export async function personOfSession(
  database: Database,
  tokenHash: string,
  { idleMs, mostMs, way }: SessionLimits = localLimits,
): Promise<SessionRow | null> {
  const { db, now } = database;
  const [found] = (await bySession[way](database, { tokenHash })).rows;
  if (found === undefined || found.idle > idleMs || found.age > mostMs) return null;
  if (found.idle > touchMs) {
    await db.updateTable("sessions").set({ last_seen_at: now }).where("token_hash", "=", tokenHash).execute();
  }
  return { id: found.id, name: found.name, role: found.role, accessVersion: found.access_version };
}

function sessionOf(way: SessionWay) {
  return preparedAt((db, { tokenHash }: { tokenHash: string }, now) =>
    db
      .selectFrom("sessions")
      .innerJoin("people", "people.id", "sessions.person_id")
      .select(["people.id", "people.name", "people.role", "people.access_version"])
      .select(sql<number>`${now} - sessions.last_seen_at`.as("idle"))
      .select(sql<number>`${now} - sessions.created_at`.as("age"))
      .where("token_hash", "=", tokenHash)
      .where("people.disabled_at", "is", null)
      .$if(way === "team", (sessions) => sessions.where("people.email", "is not", null))
      .where(({ or, and, eb }) =>
        or([
          eb("sessions.way", "=", way),
          // Sessions of an older release: a person with an account had signed in.
          and([eb("sessions.way", "is", null), eb("people.email", way === "team" ? "is not" : "is", null)]),
        ]),
      ),
  );
}

const bySession: Record<SessionWay, ReturnType<typeof sessionOf>> = {
  team: sessionOf("team"),
  local: sessionOf("local"),
};

/**
 * Ends the sessions of a team's sign-ins when the app has a single person again; resolves to how many. Those that this
 * leaves open count for nothing either.
 */
export function endTeamSessions(database: Database): Promise<number> {
  return inTransaction(database, async (trx) => {
    const withAccount = trx.selectFrom("people").select("id").where("email", "is not", null);
    const ended = await trx
      .deleteFrom("sessions")
      .where(({ or, and, eb }) =>
        or([eb("way", "=", "team"), and([eb("way", "is", null), eb("person_id", "in", withAccount)])]),
      )
      .executeTakeFirst();
    const count = Number(ended.numDeletedRows);
    if (count > 0) await record(database, trx, {}, { kind: "team-sessions-ended", count });
    return count;
  });
}

/** How a session without sign-in was opened, and how long ago; null when there is none. */
export async function openedBy(
  database: Database,
  tokenHash: string,
): Promise<{ by: ProofWay | null; agoMs: number } | null> {
  const [found] = (await opened(database, { tokenHash })).rows;
  return found === undefined ? null : { by: found.by, agoMs: Math.max(0, Number(found.agoMs)) };
}

const opened = preparedAt((db, { tokenHash }: { tokenHash: string }, now) =>
  db
    .selectFrom("sessions")
    .select("proved_by as by")
    .select(sql<number>`${now} - created_at`.as("agoMs"))
    .where("token_hash", "=", tokenHash),
);

/** Whether anybody has claimed this instance. */
export async function isClaimed({ db }: Database): Promise<boolean> {
  const owner = await db.selectFrom("instance").select("value").where("key", "=", "owner").executeTakeFirst();
  return owner !== undefined;
}

/** The primary key of `instance` decides the race; the person exists only for the winner. */
async function becomeOwner({ now }: Database, trx: Trx, person: NewPerson): Promise<boolean> {
  const claimed = await trx
    .insertInto("instance")
    .values({ key: "owner", value: person.id })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows !== 1n) return false;
  await trx.insertInto("people").values({ id: person.id, name: person.name, role: "owner", created_at: now }).execute();
  return true;
}

async function openSession(
  database: Database,
  trx: Trx,
  { session, personId, by }: { session: LocalSession; personId: string; by: "first-visit" | "link" },
): Promise<void> {
  const now = await clockOf({ db: trx, now: database.now });
  const { tokenHash, formerHash = null, browser = null } = session;
  if (formerHash !== null) await endFormerSession(database, trx, formerHash, { personId, tokenHash });
  await trx
    .insertInto("sessions")
    .values({
      token_hash: tokenHash,
      person_id: personId,
      created_at: now,
      last_seen_at: now,
      way: "local",
      browser,
      proved_by: by,
    })
    .execute();
  await endSurplusSessions(trx, personId);
  await record(database, trx, { personId }, { kind: "session-claimed", by });
}
