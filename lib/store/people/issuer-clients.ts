import { sql } from "kysely";
import type { SignedInClient } from "#lib/people/signed-in-client.ts";
import { record } from "#lib/store/audit/record.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import { hashOfNone, mostKeys } from "./keys.ts";
import { countMade, holdPerson } from "./person-counts.ts";

/**
 * The person whose connected account this is, or with an address, whose address it is and who has connected no other
 * account; null when there is none who may sign in.
 */
export async function personOfIssuer(
  { db }: Database,
  { subject, email }: { subject: string; email: string | null },
): Promise<string | null> {
  const connected = await db
    .selectFrom("accounts")
    .innerJoin("people", "people.id", "accounts.person_id")
    .select(["people.id", "people.disabled_at"])
    .where("provider", "=", "oidc")
    .where("subject", "=", subject)
    .executeTakeFirst();
  const found = connected ?? (email === null ? undefined : await unconnectedAt(db, email));
  return found === undefined || found.disabled_at !== null ? null : found.id;
}

/** The provider may give the address of somebody to somebody else; whose account is known here is known by that. */
function unconnectedAt(db: Database["db"], email: string) {
  return db
    .selectFrom("people")
    .select(["id", "disabled_at"])
    .where("email", "=", email)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("accounts")
            .select("accounts.id")
            .whereRef("accounts.person_id", "=", "people.id")
            .where("provider", "=", "oidc"),
        ),
      ),
    )
    .executeTakeFirst();
}

type Granted = { id: string; personId: string; name: string; client: SignedInClient; lifetimeMs: number };

/**
 * Keeps the grant of a client that an issuer lets in for a person, anew where it ran out. One that was revoked stays so.
 * A person has no more of them in force than keys.
 */
export async function keepIssuerGrant(database: Database, granted: Granted): Promise<void> {
  const { now } = database;
  const { id, personId, name, client, lifetimeMs } = granted;
  const expires_at = sql<number>`${now} + ${lifetimeMs}`;
  await inTransaction(database, async (trx) => {
    await holdPerson(database, trx, personId);
    const renewed = await trx
      .updateTable("api_keys")
      .set({ expires_at })
      .where("id", "=", id)
      .where("expires_at", "<=", now)
      .executeTakeFirst();
    if (renewed.numUpdatedRows > 0n) return;
    const { count } = await trx
      .selectFrom("api_keys")
      .select((all) => all.fn.countAll<number>().as("count"))
      .where("person_id", "=", personId)
      .where("client_json", "is not", null)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", now)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostKeys) return;
    const row = await trx
      .insertInto("api_keys")
      .values({
        id,
        person_id: personId,
        name,
        key_hash: hashOfNone,
        scopes_json: JSON.stringify(["tools:call"]),
        client_json: JSON.stringify(client),
        created_at: now,
        expires_at,
        last_used_at: null,
        revoked_at: null,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("expires_at")
      .executeTakeFirst();
    if (row === undefined) return;
    await countMade(database, trx, personId);
    const said = { name, scopes: ["tools:call"], client: client.id, host: client.host } as const;
    const event = { kind: "key-created", keyId: id, ...said, expiresAt: row.expires_at } as const;
    await record(database, trx, { personId }, event);
  });
}

/**
 * Lets a client of an issuer in again that was revoked: its next token counts. Resolves to its owner's id; null when there
 * is no such client. One that signed in here is none: its old tokens must not count again.
 */
export function restoreIssuerGrant(database: Database, { id, by }: { id: string; by: string }): Promise<string | null> {
  return inTransaction(database, async (trx) => {
    const restored = await trx
      .updateTable("api_keys")
      .set({ revoked_at: null })
      .where("id", "=", id)
      .where("key_hash", "=", hashOfNone)
      .where("revoked_at", "is not", null)
      .returning(["name", "person_id"])
      .executeTakeFirst();
    if (restored === undefined) return null;
    await record(database, trx, { personId: by }, { kind: "key-restored", keyId: id, name: restored.name });
    return restored.person_id;
  });
}
