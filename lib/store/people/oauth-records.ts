import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import { standingKey } from "./keys.ts";

/** What the authorization server keeps under an id: a client, a grant, a code or a token. */
export type OauthRecord = { payload: Record<string, unknown>; grantId: string | null; isConsumed: boolean };

type Named = { kind: string; id: string };

/** The id of a code or a token is the secret itself. */
function hashOf({ kind, id }: Named): string {
  return createHash("sha256").update(`${kind}:${id}`).digest("hex");
}

/** Keeps it for so long. What has expired goes at the same time. */
export async function keepOauthRecord(
  { db, now }: Database,
  {
    payload,
    grantId,
    lifetimeMs,
    ...named
  }: Named & {
    payload: Record<string, unknown>;
    grantId: string | null;
    lifetimeMs: number;
  },
): Promise<void> {
  await db.deleteFrom("oauth_records").where("expires_at", "<=", now).execute();
  const kept = {
    kind: named.kind,
    grant_id: grantId,
    payload_json: JSON.stringify(payload),
    expires_at: sql<number>`${now} + ${lifetimeMs}`,
  };
  await db
    .insertInto("oauth_records")
    .values({ id_hash: hashOf(named), created_at: now, consumed_at: null, ...kept })
    .onConflict((conflict) => conflict.column("id_hash").doUpdateSet(kept))
    .execute();
}

/** null when there is none that has not expired, or its grant ended: with its key, or with its person's rights. */
export async function oauthRecord(database: Database, named: Named): Promise<OauthRecord | null> {
  const { db, now } = database;
  const row = await db
    .selectFrom("oauth_records")
    .select(["payload_json", "grant_id", "consumed_at"])
    .where("id_hash", "=", hashOf(named))
    .where("expires_at", ">", sql<number>`(select ${now})`)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.grant_id !== null && (await standingKey(database, db, row.grant_id)) === null) return null;
  return {
    // `keepOauthRecord` wrote it.
    payload: JSON.parse(row.payload_json) as Record<string, unknown>,
    grantId: row.grant_id,
    isConsumed: row.consumed_at !== null,
  };
}

/** Uses up what counts once; false when it was used before. It is kept for `usedMs` at most. */
export async function consumeOauthRecord({ db, now }: Database, named: Named, usedMs: number): Promise<boolean> {
  const until = sql<number>`${now} + ${usedMs}`;
  const { numUpdatedRows } = await db
    .updateTable("oauth_records")
    .set({
      consumed_at: now,
      expires_at: sql<number>`case when expires_at < ${until} then expires_at else ${until} end`,
    })
    .where("id_hash", "=", hashOf(named))
    .where("consumed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function dropOauthRecord({ db }: Database, named: Named): Promise<void> {
  await db.deleteFrom("oauth_records").where("id_hash", "=", hashOf(named)).execute();
}

/** Everything of one kind that belongs to a grant. */
export async function dropOauthRecordsOf({ db }: Database, kind: string, grantId: string): Promise<void> {
  await db.deleteFrom("oauth_records").where("grant_id", "=", grantId).where("kind", "=", kind).execute();
}

/** Keeps a client for longer, once somebody let it in. */
export async function prolongOauthRecord({ db, now }: Database, named: Named, lifetimeMs: number): Promise<void> {
  await db
    .updateTable("oauth_records")
    .set({ expires_at: sql<number>`${now} + ${lifetimeMs}` })
    .where("id_hash", "=", hashOf(named))
    .execute();
}

/** Counts the records of one kind that end within this time, which are those that were never prolonged. */
export async function countEndingOauthRecords({ db, now }: Database, kind: string, withinMs: number): Promise<number> {
  const { count } = await db
    .selectFrom("oauth_records")
    .select((all) => all.fn.countAll<number>().as("count"))
    .where("kind", "=", kind)
    .where("expires_at", ">", sql<number>`(select ${now})`)
    .where("expires_at", "<=", sql<number>`(select ${now}) + ${withinMs}`)
    .executeTakeFirstOrThrow();
  return Number(count);
}
