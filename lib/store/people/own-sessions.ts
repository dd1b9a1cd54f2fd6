import { createHash } from "node:crypto";
import type { OwnSession } from "#lib/people/own-session.ts";
import { closeStreams } from "./close-streams.ts";
import { unsubscribeSession } from "./push-subscriptions.ts";
import { record } from "#lib/store/audit/record.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import type { SessionLimits } from "./sessions.ts";

/** A person's sessions, last used first. */
export async function sessionsOf(
  { db, now }: Database,
  personId: string,
  { limits, tokenHash }: { limits: SessionLimits; tokenHash: string | null },
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom("sessions")
    .selectAll()
    .where("person_id", "=", personId)
    .where("way", "=", limits.way)
    .where(({ eb }) => eb(eb(now, "-", eb.ref("last_seen_at")), "<=", limits.idleMs))
    .where(({ eb }) => eb(eb(now, "-", eb.ref("created_at")), "<=", limits.mostMs))
    .orderBy("last_seen_at", "desc")
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({
    id: sessionIdOf(row.token_hash),
    browser: row.browser,
    signedInAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    isThis: row.token_hash === tokenHash,
  }));
}

/** Ends one of a person's sessions and closes its streams; false when there is none. */
export function endOwnSession(
  database: Database,
  { personId, id }: { personId: string; id: string },
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const own = await trx.selectFrom("sessions").selectAll().where("person_id", "=", personId).execute();
    const found = own.find(({ token_hash }) => sessionIdOf(token_hash) === id);
    if (found === undefined) return false;
    const ended = await trx.deleteFrom("sessions").where("token_hash", "=", found.token_hash).executeTakeFirst();
    if (ended.numDeletedRows !== 1n) return false;
    await closeStreams(trx, personId);
    await unsubscribeSession(database, trx, found.token_hash);
    await record(database, trx, { personId }, { kind: "session-ended", browser: found.browser });
    return true;
  });
}

/** The id of a session, which opens none. */
export function sessionIdOf(tokenHash: string): string {
  return createHash("sha256").update(tokenHash).digest("hex").slice(0, 32);
}
