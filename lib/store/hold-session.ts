import type { Database, Trx } from "./database.ts";
import { holdPerson } from "./person-counts.ts";

/** By which session somebody does something; the store knows it by its hash. */
export type BySession = { personId: string; tokenHash: string };

/**
 * Whether a session is still there, with its person held until the transaction ends. Whatever outlasts the session that
 * asked for it is made only then: whoever is shut out meanwhile leaves nothing behind (B11, B21).
 */
export async function holdSession(database: Database, trx: Trx, { personId, tokenHash }: BySession): Promise<boolean> {
  await holdPerson(database, trx, personId);
  const session = await trx
    .selectFrom("sessions")
    .select("token_hash")
    .where("token_hash", "=", tokenHash)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return session !== undefined;
}
