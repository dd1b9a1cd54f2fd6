import { sql, type DeleteResult } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** A browser's mark: each sign-in replaces it by a new one. Only hashes are stored. */
export type BrowserMark = { tokenHash: string; formerHash: string | null };

/** Upper bound of one person's browsers; the one unused for longest is forgotten. */
export const mostKnown = 10;
const lifetimeMs = 180 * 24 * 60 * 60 * 1000;

/**
 * Whose browser this is, if the person with this address signed in with it before; null otherwise. It is no proof of
 * identity.
 */
export async function knownBrowserOf(
  { db, now }: Database,
  { tokenHash, email }: { tokenHash: string; email: string },
): Promise<string | null> {
  const found = await db
    .selectFrom("known_browsers")
    .innerJoin("people", "people.id", "known_browsers.person_id")
    .select("people.id")
    .where("token_hash", "=", tokenHash)
    .where("people.email", "=", email)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Part of the sign-in's transaction. Several people may use one browser, which stays known for each of them. */
export async function rememberBrowser(
  { now }: Database,
  trx: Trx,
  personId: string,
  { tokenHash, formerHash }: BrowserMark,
): Promise<void> {
  await trx.deleteFrom("known_browsers").where("expires_at", "<=", now).execute();
  if (formerHash !== null) {
    const renewed = trx.updateTable("known_browsers").set({ token_hash: tokenHash });
    await renewed.where("token_hash", "=", formerHash).execute();
  }
  const expires_at = sql<number>`${now} + ${lifetimeMs}`;
  await trx
    .insertInto("known_browsers")
    .values({ token_hash: tokenHash, person_id: personId, expires_at })
    .onConflict((conflict) => conflict.columns(["token_hash", "person_id"]).doUpdateSet({ expires_at }))
    .execute();
  const latest = trx
    .selectFrom("known_browsers")
    .select("token_hash")
    .where("person_id", "=", personId)
    .where("token_hash", "!=", tokenHash)
    .orderBy("expires_at", "desc")
    .orderBy("token_hash")
    .limit(mostKnown - 1);
  await trx
    .deleteFrom("known_browsers")
    .where("person_id", "=", personId)
    .where("token_hash", "!=", tokenHash)
    .where("token_hash", "not in", latest)
    .execute();
}

/** Part of the caller's transaction, which records why. */
export function forgetBrowsers(trx: Trx, personId: string): Promise<DeleteResult> {
  return trx.deleteFrom("known_browsers").where("person_id", "=", personId).executeTakeFirst();
}
