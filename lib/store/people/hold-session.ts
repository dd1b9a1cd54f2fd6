import type { Role } from "#lib/people/role.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { holdPerson } from "./person-counts.ts";

/** The session in which somebody acts; the store knows it by its hash. */
export type BySession = { personId: string; tokenHash: string };

/**
 * Whether a session still exists; locks its person until the transaction ends. Whatever outlives the session that asked
 * for it is made under this lock, so that somebody who is shut out meanwhile leaves nothing behind (B11: lost rights
 * count at once, B21: what a reset ends).
 */
export async function holdSession(database: Database, trx: Trx, by: BySession): Promise<boolean> {
  await holdPerson(database, trx, by.personId);
  return isSession(trx, by);
}

/** Whether a session still exists. */
export async function isSession(trx: Trx, { personId, tokenHash }: BySession): Promise<boolean> {
  const session = await trx
    .selectFrom("sessions")
    .select("token_hash")
    .where("token_hash", "=", tokenHash)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return session !== undefined;
}

/**
 * The present role of somebody, locked until the transaction ends; null for somebody who may not sign in. Nobody shares
 * this lock, as in `holdAnswerers`.
 */
export async function roleNow({ dialect }: Database, trx: Trx, personId: string): Promise<Role | null> {
  const person = await trx
    .selectFrom("people")
    .select("role")
    .where("id", "=", personId)
    .where("disabled_at", "is", null)
    .$if(dialect === "postgres", (people) => people.forNoKeyUpdate())
    .executeTakeFirst();
  return person?.role ?? null;
}
