import { sql } from "kysely";
import { may } from "#lib/people/may.ts";
import { endGrantsOfServer } from "#lib/store/approvals/end-grants.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { holdSession, roleNow, type BySession } from "#lib/store/people/hold-session.ts";
import { countMade } from "#lib/store/people/person-counts.ts";
import type { ServerSignInRow, SignInAttemptRow } from "#lib/store/schema/sign-in-tables.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** `personId`: empty for the instance's. */
export type OfSignIn = { serverId: string; personId: string };

const attemptLastsMs = 10 * 60_000;
const mostAttempts = 10;
const renewingMs = 30_000;

export function signInRow({ db }: Database, { serverId, personId }: OfSignIn): Promise<ServerSignInRow | undefined> {
  return db
    .selectFrom("server_sign_ins")
    .selectAll()
    .where("server_id", "=", serverId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
}

/** The sign-ins of a person, and those of the instance. */
export function signInsSeenBy(
  { db }: Database,
  personId: string,
): Promise<Pick<ServerSignInRow, "server_id" | "person_id" | "address">[]> {
  return db
    .selectFrom("server_sign_ins")
    .select(["server_id", "person_id", "address"])
    .where("person_id", "in", ["", personId])
    .execute();
}

/** Who signed in first of those who may still sign in here. */
export async function firstSignedIn({ db }: Database, serverId: string, address: string): Promise<string | null> {
  const row = await db
    .selectFrom("server_sign_ins")
    .innerJoin("people", "people.id", "server_sign_ins.person_id")
    .select("server_sign_ins.person_id")
    .where("server_id", "=", serverId)
    .where("address", "=", address)
    .where("people.disabled_at", "is", null)
    .orderBy("signed_in_at")
    .orderBy("server_sign_ins.person_id")
    .executeTakeFirst();
  return row?.person_id ?? null;
}

export async function madeClientRow({ db }: Database, serverId: string): Promise<string | null> {
  const row = await db
    .selectFrom("server_clients")
    .select("sealed_json")
    .where("server_id", "=", serverId)
    .executeTakeFirst();
  return row?.sealed_json ?? null;
}

/** Counts one more thing that a person made; throws `TooMuchMade` where that is too much. */
export function countAttempt(database: Database, personId: string): Promise<void> {
  return inTransaction(database, (trx) => countMade(database, trx, personId));
}

/** Keeps a beginning, and of older ones of its person only the latest. */
export function keepAttempt(
  database: Database,
  attempt: Omit<SignInAttemptRow, "expires_at">,
  made: string | null,
): Promise<void> {
  return inTransaction(database, async (trx) => {
    const { person_id, server_id } = attempt;
    await trx
      .deleteFrom("server_sign_in_attempts")
      .where("expires_at", "<=", sql<number>`${database.now}`)
      .execute();
    const older = await trx
      .selectFrom("server_sign_in_attempts")
      .select("state_hash")
      .where("person_id", "=", person_id)
      .orderBy("expires_at", "desc")
      .orderBy("state_hash")
      .offset(mostAttempts - 1)
      .limit(mostAttempts)
      .execute();
    if (older.length > 0) {
      const hashes = older.map(({ state_hash }) => state_hash);
      await trx.deleteFrom("server_sign_in_attempts").where("state_hash", "in", hashes).execute();
    }
    const expires_at = sql<number>`${database.now} + ${attemptLastsMs}`;
    await trx
      .insertInto("server_sign_in_attempts")
      .values({ ...attempt, expires_at })
      .execute();
    if (made === null) return;
    await trx
      .insertInto("server_clients")
      .values({ server_id, sealed_json: made })
      .onConflict((known) => known.column("server_id").doUpdateSet({ sealed_json: made }))
      .execute();
  });
}

/** Takes a beginning of this very session away, so that it counts once; undefined where there is none. */
export function takeAttempt(
  { db, now }: Database,
  { stateHash, personId, tokenHash }: BySession & { stateHash: string },
): Promise<SignInAttemptRow | undefined> {
  return db
    .deleteFrom("server_sign_in_attempts")
    .where("state_hash", "=", stateHash)
    .where("person_id", "=", personId)
    .where("session_hash", "=", tokenHash)
    .where("expires_at", ">", sql<number>`${now}`)
    .returningAll()
    .executeTakeFirst();
}

type Kept = OfSignIn & { address: string; sealed: string; host: string; by: BySession };

/** Keeps a sign-in in the place of a former one; false where its person may not do that any more. */
export function keepSignIn(
  database: Database,
  { serverId, personId, address, sealed, host, by }: Kept,
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const role = await roleNow(database, trx, by.personId);
    const mayKeep = role !== null && (personId === by.personId || may(role, "manage-tools"));
    if (!mayKeep || !(await holdSession(database, trx, by))) return false;
    const kept = {
      address,
      sealed_json: sealed,
      signed_in_by: by.personId,
      signed_in_at: sql<number>`${database.now}`,
      renewing_until: 0,
    };
    await trx
      .insertInto("server_sign_ins")
      .values({ server_id: serverId, person_id: personId, ...kept })
      .onConflict((former) => former.columns(["server_id", "person_id"]).doUpdateSet(kept))
      .execute();
    const said = { server: serverId, host, forAll: personId === "" };
    // Calls of everybody go out as whoever signed in, which may be another account by now.
    if (said.forAll) await endGrantsOfServer(database, trx, serverId, "signed-in-anew");
    await record(database, trx, { personId: by.personId }, { kind: "server-signed-in", ...said });
    await database.signals.sendWith(trx, { type: "server-sign-ins", serverId });
    return true;
  });
}

/**
 * One process at a time renews a sign-in; false while another does, and where it is not `former` any more: a refresh
 * token that is sent a second time may end all that came of it.
 */
export async function mayRenew(
  { db, now }: Database,
  { serverId, personId }: OfSignIn,
  former: string,
): Promise<boolean> {
  const taken = await db
    .updateTable("server_sign_ins")
    .set({ renewing_until: sql<number>`${now} + ${renewingMs}` })
    .where("server_id", "=", serverId)
    .where("person_id", "=", personId)
    .where("sealed_json", "=", former)
    .where("renewing_until", "<=", sql<number>`${now}`)
    .returning("server_id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Puts a renewed sign-in, or the same, in the place of the former, unless that is another by now. */
export async function keepRenewed(
  { db }: Database,
  { serverId, personId }: OfSignIn,
  { former, sealed }: { former: string; sealed: string },
): Promise<void> {
  await db
    .updateTable("server_sign_ins")
    .set({ sealed_json: sealed, renewing_until: 0 })
    .where("server_id", "=", serverId)
    .where("person_id", "=", personId)
    .where("sealed_json", "=", former)
    .execute();
}

type Forgotten = OfSignIn & { by: string | null; why: "person" | "address" | "refused" };

/** Forgets a sign-in; `former`: only where it is still this one. False where there is none. */
export function forgetSignIn(
  database: Database,
  { serverId, personId, by, why }: Forgotten,
  former: string | null = null,
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const row = await trx
      .deleteFrom("server_sign_ins")
      .where("server_id", "=", serverId)
      .where("person_id", "=", personId)
      .$if(former !== null, (rows) => rows.where("sealed_json", "=", former ?? ""))
      .returning("server_id")
      .executeTakeFirst();
    if (row === undefined) return false;
    await toldGone(database, trx, { serverId, personId, by, why });
    return true;
  });
}

async function toldGone(database: Database, trx: Trx, { serverId, personId, by, why }: Forgotten): Promise<void> {
  const who = by ?? (personId === "" ? null : personId);
  const event = { kind: "server-signed-out", server: serverId, forAll: personId === "", why } as const;
  await record(database, trx, who === null ? {} : { personId: who }, event);
  await database.signals.sendWith(trx, { type: "server-sign-ins", serverId });
}

type Present = { addresses: ReadonlyMap<string, string | null>; unread: ReadonlySet<string> };

/**
 * Forgets all that was kept for another address than a server's present one, or for a server that is gone. `unread`:
 * servers of which nobody knows where they are.
 */
export function forgetElsewhere(database: Database, { addresses, unread }: Present): Promise<string[]> {
  return inTransaction(database, async (trx) => {
    const rows = await trx.selectFrom("server_sign_ins").select(["server_id", "person_id", "address"]).execute();
    const gone = rows.filter(
      ({ server_id, address }) => !unread.has(server_id) && addresses.get(server_id) !== address,
    );
    for (const { server_id: serverId, person_id: personId } of gone) {
      await trx
        .deleteFrom("server_sign_ins")
        .where("server_id", "=", serverId)
        .where("person_id", "=", personId)
        .execute();
      await toldGone(database, trx, { serverId, personId, by: null, why: "address" });
    }
    const servers = [...new Set(gone.map(({ server_id }) => server_id))];
    const clients = await trx.selectFrom("server_clients").select("server_id").execute();
    const unused = clients.filter(({ server_id: id }) => !unread.has(id) && addresses.get(id) == null);
    const over = [...servers, ...unused.map(({ server_id }) => server_id)];
    if (over.length > 0) {
      await trx.deleteFrom("server_clients").where("server_id", "in", over).execute();
      await trx.deleteFrom("server_sign_in_attempts").where("server_id", "in", over).execute();
    }
    return servers;
  });
}
