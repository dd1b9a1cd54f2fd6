import { sql } from "kysely";
import { type Database, expectOne } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { BySession } from "./hold-session.ts";
import { unsubscribeSession } from "./push-subscriptions.ts";

/** Has every process soon close the streams that are open for this person. */
export async function closeStreams(trx: Trx, personId: string): Promise<void> {
  const result = await trx
    .updateTable("people")
    .set({ access_version: sql<number>`access_version + 1` })
    .where("id", "=", personId)
    .executeTakeFirst();
  expectOne(result, "closing a person's streams");
}

/** Ends the session that a browser had before it got another, and closes its person's streams. */
export async function endFormerSession(
  database: Database,
  trx: Trx,
  tokenHash: string,
  next: BySession,
): Promise<void> {
  const ended = await trx
    .deleteFrom("sessions")
    .where("token_hash", "=", tokenHash)
    .returning("person_id")
    .executeTakeFirst();
  if (ended !== undefined) await closeStreams(trx, ended.person_id);
  await unsubscribeSession(database, trx, tokenHash, next);
}

/** Upper bound of one person's sessions. */
export const mostSessions = 50;

/**
 * Ends a person's sessions beyond the limit, longest idle first, so that a program that signs in again and again fills
 * nothing; closes their streams.
 */
export async function endSurplusSessions(trx: Trx, personId: string): Promise<void> {
  const kept = trx
    .selectFrom("sessions")
    .select("token_hash")
    .where("person_id", "=", personId)
    .orderBy("last_seen_at", "desc")
    .orderBy("created_at", "desc")
    .orderBy("token_hash")
    .limit(mostSessions);
  const ended = await trx
    .deleteFrom("sessions")
    .where("person_id", "=", personId)
    .where("token_hash", "not in", kept)
    .executeTakeFirst();
  if (ended.numDeletedRows > 0n) await closeStreams(trx, personId);
}
