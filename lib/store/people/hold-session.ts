import type { Role } from "#lib/people/role.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
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

/** The role of somebody at this moment, which stays theirs until the transaction ends; null for who may not come in. */
export async function roleNow({ dialect }: Database, trx: Trx, personId: string): Promise<Role | null> {
  const person = await trx
    .selectFrom("people")
    .select("role")
    .where("id", "=", personId)
    .where("disabled_at", "is", null)
    .$if(dialect === "postgres", (people) => people.forShare())
    .executeTakeFirst();
  return person?.role ?? null;
}
