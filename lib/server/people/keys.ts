import { randomBytes, timingSafeEqual } from "node:crypto";
import { may } from "#lib/people/may.ts";
import { scopesOf, type Scope } from "#lib/people/scope.ts";
import type { ClientTerms } from "#lib/verdict/client-terms.ts";
import type { ApiKey } from "#lib/people/api-key.ts";
import type { SignedInClient } from "#lib/people/signed-in-client.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { restoreIssuerGrant } from "#lib/store/people/issuer-clients.ts";
import {
  clientIn,
  insertKey,
  listKeys,
  revokeKey,
  standingKey,
  termsIn,
  touchKey,
  type ListedKey,
  type StandingKey,
} from "#lib/store/people/keys.ts";
import { narrowKey } from "#lib/store/runs/narrow-key.ts";
import { hashOf, newToken } from "#lib/server/http/session-cookie.ts";
import type { TokenSeal } from "#lib/server/http/token-seal.ts";
import type { Person } from "./session.ts";

/** What a key lets a program do, and for whom. */
export type KeyUse = { id: string; name: string; scopes: readonly Scope[]; terms: ClientTerms; person: Person };

/** Keys by which programs act for a person. A key is not a session and never becomes one. */
export type Keys = {
  /** Returns `secret` this one time; the store has only its hash. The session that asks must exist until the commit. */
  make: (
    by: { person: Person; tokenHash: string },
    asked: NewKey,
  ) => Promise<{ secret: string; key: ApiKey } | "too-many" | "signed-out">;
  /** The person's own keys; everybody's for whoever oversees the instance. */
  list: (person: Person) => Promise<ApiKey[]>;
  /** Resolves to the owner's id; null when there is no such key in force that this person may revoke. */
  revoke: (person: Person, id: string) => Promise<string | null>;
  /** Lets in again a revoked client of the operator's issuer. Resolves to its owner's id; null: there is none. */
  letInAgain: (person: Person, id: string) => Promise<string | null>;
  /** Offers the client of a key only these tools; `runs` are its open calls of other tools. */
  narrow: (person: Person, id: string, tools: readonly string[]) => ReturnType<typeof narrowKey>;
  /** What a presented key allows now, within its owner's role; null when it is not valid. */
  use: (secret: string) => Promise<KeyUse | null>;
  /** The same for the grant of a client that signed in, which has shown a token for it. */
  useGrant: (id: string) => Promise<KeyUse | null>;
};

type NewKey = {
  name: string;
  scopes: Scope[];
  terms?: ClientTerms | undefined;
  client?: SignedInClient | undefined;
  days: number;
};

const dayMs = 24 * 60 * 60 * 1000;
/** Keys of older releases end without a seal. */
const format = /^cs_([0-9a-f]{16})_[A-Za-z0-9_-]{43}([A-Za-z0-9_-]{22})?$/;

type Options = { ownersOnly?: boolean; seal?: TokenSeal };

/** `ownersOnly`: without sign-in, keys of people of a former team are not valid. */
export function keysIn(database: Database, { ownersOnly = false, seal }: Options = {}): Keys {
  async function used(key: StandingKey): Promise<KeyUse | null> {
    if (ownersOnly && key.person.role !== "owner") return null;
    await touchKey(database, key);
    const allowed = scopesOf(key.person.role);
    const { id, name, terms, person } = key;
    return { id, name, scopes: key.scopes.filter((scope) => allowed.includes(scope)), terms, person };
  }

  return {
    make: async ({ person, tokenHash }, { name, scopes, terms, client, days }) => {
      const id = randomBytes(8).toString("hex");
      const unsealed = `cs_${id}_${newToken()}`;
      const secret = seal?.sealed(unsealed) ?? unsealed;
      const lifetimeMs = days * dayMs;
      const row = await insertKey(database, {
        id,
        personId: person.id,
        tokenHash,
        name,
        keyHash: hashOf(secret),
        scopes,
        ...(terms === undefined ? {} : { terms }),
        ...(client === undefined ? {} : { client }),
        lifetimeMs,
      });
      return typeof row === "string" ? row : { secret, key: keyOf({ ...row, owner_name: person.name, of_issuer: 0 }) };
    },
    list: async (person) => (await listKeys(database, oversees(person) ? null : person.id)).map(keyOf),
    revoke: (person, id) => revokeKey(database, { id, ownedBy: oversees(person) ? null : person.id, by: person.id }),
    letInAgain: (person, id) => restoreIssuerGrant(database, { id, by: person.id }),
    narrow: (person, id, tools) =>
      narrowKey(database, { id, ownedBy: oversees(person) ? null : person.id, by: person.id, tools }),
    use: async (secret) => {
      const id = format.exec(secret)?.[1];
      if (id === undefined) return null;
      const key = await standingKey(database, database.db, id);
      if (!key || !timingSafeEqual(Buffer.from(key.keyHash, "hex"), Buffer.from(hashOf(secret), "hex"))) return null;
      return used(key);
    },
    useGrant: async (id) => {
      const key = await standingKey(database, database.db, id);
      return key === null || key.client === null ? null : used(key);
    },
  };
}

function oversees({ role }: Person): boolean {
  return may(role, "manage-keys");
}

function keyOf(row: ListedKey): ApiKey {
  return {
    id: row.id,
    name: row.name,
    owner: { id: row.person_id, name: row.owner_name },
    // `insertKey` wrote it.
    scopes: JSON.parse(row.scopes_json) as Scope[],
    attests: termsIn(row).attests,
    client: clientIn(row),
    ofIssuer: row.of_issuer === 1,
    tools: termsIn(row).tools,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
