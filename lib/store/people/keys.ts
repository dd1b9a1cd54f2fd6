import { sql, type Selectable } from "kysely";
import type { Role } from "#lib/people/role.ts";
import type { Scope } from "#lib/people/scope.ts";
import type { SignedInClient } from "#lib/people/signed-in-client.ts";
import { usualTerms, type ClientTerms } from "#lib/verdict/client-terms.ts";
import { idLists } from "#lib/store/engine/id-lists.ts";
import { record } from "#lib/store/audit/record.ts";
import { type BySession, holdSession } from "./hold-session.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { ApiKeysTable } from "#lib/store/schema/api-keys-table.ts";
import { countMade, holdPerson } from "./person-counts.ts";
import { withdrawSignatures } from "./withdraw-signatures.ts";

export type KeyRow = Omit<Selectable<ApiKeysTable>, "key_hash">;

/** A key in force, with the present state of its owner. */
export type StandingKey = {
  id: string;
  name: string;
  keyHash: string;
  scopes: Scope[];
  /** What a client with it may do through the gateway. */
  terms: ClientTerms;
  /** The client that signed in, whose grant it is; null for a key that was made. */
  client: SignedInClient | null;
  /** Milliseconds since its last noted use; null when there was none. */
  unusedMs: number | null;
  person: { id: string; name: string; role: Role };
};

type NewKey = BySession & {
  id: string;
  name: string;
  keyHash: string;
  scopes: Scope[];
  terms?: ClientTerms;
  /** The client that signed in, whose grant it is. */
  client?: SignedInClient;
  lifetimeMs: number;
};

/** No text has this hash: such a key counts by the tokens of an issuer alone. */
export const hashOfNone = "0".repeat(64);

/** Upper bound of one person's keys. */
export const mostKeys = 50;
/** Precision of `last_used_at`: avoids a write for every request. */
const touchMs = 60_000;

/** Makes a key, unless the person has reached the limit, or the session that asked for it has ended. */
export function insertKey(database: Database, key: NewKey): Promise<KeyRow | "too-many" | "signed-out"> {
  const { now } = database;
  return inTransaction(database, async (trx) => {
    // Locks the person: two requests at once would both find room for the last one.
    if (!(await holdSession(database, trx, key))) return "signed-out";
    const { count } = await trx
      .selectFrom("api_keys")
      .select((all) => all.fn.countAll<number>().as("count"))
      .where("person_id", "=", key.personId)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", sql<number>`(select ${now})`)
      .executeTakeFirstOrThrow();
    if (count >= mostKeys) return "too-many";
    await countMade(database, trx, key.personId);
    const { key_hash: _secret, ...row } = await trx
      .insertInto("api_keys")
      .values({
        id: key.id,
        person_id: key.personId,
        name: key.name,
        key_hash: key.keyHash,
        scopes_json: JSON.stringify(key.scopes),
        ...(key.terms === undefined ? {} : { terms_json: JSON.stringify(key.terms) }),
        ...(key.client === undefined ? {} : { client_json: JSON.stringify(key.client) }),
        created_at: sql<number>`${now}`,
        expires_at: sql<number>`${now} + ${key.lifetimeMs}`,
        last_used_at: null,
        revoked_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { id: keyId, name, scopes, terms, client } = key;
    const attests = terms?.attests == null ? {} : { attests: terms.attests };
    const tools = terms?.tools == null ? {} : { tools: terms.tools.length };
    const signedIn = client === undefined ? {} : { client: client.id, host: client.host };
    await record(
      database,
      trx,
      { personId: key.personId },
      { kind: "key-created", keyId, name, scopes, ...attests, ...tools, ...signedIn, expiresAt: row.expires_at },
    );
    return row;
  });
}

/** A key as lists show it. `of_issuer`: 1 for the grant of a client that an issuer lets in. */
export type ListedKey = KeyRow & { owner_name: string; of_issuer: number };

/** Keys and who owns them, of one person, or with null of everybody. Those in force come first: many others hide none. */
export function listKeys({ db, now }: Database, personId: string | null): Promise<ListedKey[]> {
  return db
    .selectFrom("api_keys")
    .innerJoin("people", "people.id", "api_keys.person_id")
    .select([
      "api_keys.id",
      "api_keys.person_id",
      "api_keys.name",
      "api_keys.scopes_json",
      "api_keys.terms_json",
      "api_keys.client_json",
      "api_keys.created_at",
      "api_keys.expires_at",
      "api_keys.last_used_at",
      "api_keys.revoked_at",
      "people.name as owner_name",
      sql<number>`case when api_keys.key_hash = ${hashOfNone} then 1 else 0 end`.as("of_issuer"),
    ])
    .$if(personId !== null, (keys) => keys.where("api_keys.person_id", "=", personId ?? ""))
    .orderBy(sql`case when revoked_at is null and expires_at > (select ${now}) then 0 else 1 end`)
    .orderBy("api_keys.created_at", "desc")
    .orderBy("api_keys.id")
    .limit(1_000)
    .execute();
}

/**
 * Revokes a key and resolves to its owner; null when it has ended, or is not `ownedBy` this person (null: anybody).
 * `by` null: its client ended it, or lost it. Every process closes the streams that it opened (THREATS B11: lost rights count at once).
 */
export function revokeKey(
  database: Database,
  { id, ownedBy, by }: { id: string; ownedBy: string | null; by: string | null },
): Promise<string | null> {
  return inTransaction(database, async (trx) => {
    const revoked = await trx
      .updateTable("api_keys")
      .set({ revoked_at: sql<number>`${database.now}` })
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .$if(ownedBy !== null, (keys) => keys.where("person_id", "=", ownedBy ?? ""))
      .returning(["name", "person_id"])
      .executeTakeFirst();
    if (!revoked) return null;
    // Whoever revokes a key may not have been the only one who had it.
    await holdPerson(database, trx, revoked.person_id);
    await withdrawSignatures(trx, revoked.person_id, { byKey: true });
    const why = by === null ? ({ why: "client" } as const) : {};
    const event = { kind: "key-revoked", keyId: id, name: revoked.name, ...why } as const;
    await record(database, trx, { personId: by ?? revoked.person_id }, event);
    return revoked.person_id;
  });
}

/** Revokes all keys of a person. Part of the caller's transaction. */
export async function endKeys(
  { now }: Database,
  trx: Trx,
  personId: string,
  why: "password-reset" | "disabled",
): Promise<void> {
  const ended = await trx
    .updateTable("api_keys")
    .set({ revoked_at: sql<number>`${now}` })
    .where("person_id", "=", personId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<number>`(select ${now})`)
    .returning(["id", "name"])
    .execute();
  const events = ended.map(({ id: keyId, name }) => ({ kind: "key-revoked", keyId, name, why }) as const);
  await record({ now }, trx, { personId }, ...events);
}

/** Those of the keys that are not in force any more. */
export async function endedKeys({ db, now }: Database, ids: string[]): Promise<string[]> {
  const lists = idLists(ids).map((list) =>
    db
      .selectFrom("api_keys")
      .select("id")
      .where("id", "in", list)
      .where((key) =>
        key.or([key("revoked_at", "is not", null), key("expires_at", "<=", sql<number>`(select ${now})`)]),
      )
      .execute(),
  );
  return (await Promise.all(lists)).flat().map(({ id }) => id);
}

/** A key that is neither revoked nor expired and whose owner may still sign in. */
export async function standingKey({ now }: Pick<Database, "now">, db: Database["db"], id: string) {
  const [row] = (await standing({ db, now }, { id })).rows;
  if (!row) return null;
  const key: StandingKey = {
    id: row.id,
    name: row.name,
    keyHash: row.key_hash,
    // `insertKey` wrote it.
    scopes: JSON.parse(row.scopes_json) as Scope[],
    terms: termsIn(row),
    client: clientIn(row),
    unusedMs: row.unused_ms,
    person: { id: row.person_id, name: row.person_name, role: row.role },
  };
  return key;
}

const standing = preparedAt((db, { id }: { id: string }, now) =>
  db
    .selectFrom("api_keys")
    .innerJoin("people", "people.id", "api_keys.person_id")
    .select([
      "api_keys.id",
      "api_keys.name",
      "api_keys.key_hash",
      "api_keys.scopes_json",
      "api_keys.terms_json",
      "api_keys.client_json",
      sql<number | null>`${now} - api_keys.last_used_at`.as("unused_ms"),
      "people.id as person_id",
      "people.name as person_name",
      "people.role",
    ])
    .where("api_keys.id", "=", id)
    .where("api_keys.revoked_at", "is", null)
    .where("people.disabled_at", "is", null)
    .where("api_keys.expires_at", ">", sql<number>`(select ${now})`),
);

/** `insertKey` wrote it. */
export function clientIn({ client_json }: Pick<KeyRow, "client_json">): SignedInClient | null {
  return client_json === null ? null : (JSON.parse(client_json) as SignedInClient);
}

/** `insertKey` wrote it. */
export function termsIn({ terms_json }: Pick<KeyRow, "terms_json">): ClientTerms {
  return terms_json === null ? usualTerms : (JSON.parse(terms_json) as ClientTerms);
}

/** Notes the use of a key, to the minute. */
export async function touchKey({ db, now }: Database, { id, unusedMs }: StandingKey): Promise<void> {
  if (unusedMs !== null && unusedMs < touchMs) return;
  await db
    .updateTable("api_keys")
    .set({ last_used_at: sql<number>`${now}` })
    .where("id", "=", id)
    .execute();
}
