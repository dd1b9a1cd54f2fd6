import { randomUUID } from "node:crypto";
import { type CleanedWhere, createAdapterFactory, type CustomAdapter } from "@better-auth/core/db/adapter";
import { accountsOf } from "#lib/store/people/accounts.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { personBy } from "#lib/store/people/people.ts";
import type { AccountRow, PeopleRow } from "#lib/store/schema/people-tables.ts";

type Row = Record<string, unknown>;

/**
 * What Better Auth sees of our store: people and accounts, read-only. Our own transactions make every change, together
 * with its audit record; any other write of Better Auth fails here. It believes that it opens sessions: `onSession` is
 * told of them, and none is stored, because ours are stored as hashes (THREATS H5: hashed tokens).
 */
export function authAdapter(database: Database, onSession: (personId: string) => void) {
  const adapter: CustomAdapter = {
    // The library's types leave the type of rows to the caller.
    findOne: async ({ model, where }) => ((await rowsOf(model, where))[0] ?? null) as never,
    findMany: async ({ model, where, limit }) => (await rowsOf(model, where ?? [])).slice(0, limit) as never,
    create: async ({ model, data }) => {
      if (model !== "session") throw unexpected("create", model);
      onSession(String(data["userId"]));
      return data;
    },
    update: async ({ model }) => Promise.reject(unexpected("update", model)),
    updateMany: async ({ model }) => Promise.reject(unexpected("updateMany", model)),
    delete: async ({ model }) => Promise.reject(unexpected("delete", model)),
    deleteMany: async ({ model }) => Promise.reject(unexpected("deleteMany", model)),
    count: async ({ model }) => Promise.reject(unexpected("count", model)),
  };

  async function rowsOf(model: string, where: CleanedWhere[]): Promise<Row[]> {
    const equal = Object.fromEntries(
      where.map(({ field, operator, value, connector }) => {
        if (operator !== "eq" || connector !== "AND") throw unexpected(`${connector} ${operator}`, model);
        return [field, String(value)];
      }),
    );
    const asked = `${model} by ${Object.keys(equal).toSorted().join(", ")}`;
    const { id = "", email = "", userId = "", accountId = "", providerId = "" } = equal;
    switch (asked) {
      case "user by id":
        return [await personBy(database, { id })].flatMap(userOf);
      case "user by email":
        return [await personBy(database, { email })].flatMap(userOf);
      case "account by userId":
        return (await accountsOf(database, { personId: userId })).map(accountOf);
      case "account by accountId, providerId":
        return (await accountsOf(database, { provider: ours(providerId), subject: accountId })).map(accountOf);
      default:
        throw unexpected("read", asked);
    }
  }

  return createAdapterFactory({
    config: {
      adapterId: "countersign",
      supportsJSON: false,
      disableIdGeneration: false,
      customIdGenerator: () => randomUUID(),
    },
    adapter: () => adapter,
  });
}

/** Better Auth's provider id of a password. */
const credential = "credential";

function ours(providerId: string): string {
  return providerId === credential ? "password" : providerId;
}

/** A person without an address cannot sign in. */
function userOf(row: PeopleRow | undefined): Row[] {
  if (row?.email == null || row.disabled_at !== null) return [];
  const at = new Date(row.created_at);
  return [{ id: row.id, name: row.name, email: row.email, emailVerified: true, createdAt: at, updatedAt: at }];
}

function accountOf({ id, person_id, provider, subject, password_hash, created_at, changed_at }: AccountRow): Row {
  return {
    id,
    userId: person_id,
    providerId: provider === "password" ? credential : provider,
    accountId: subject,
    password: password_hash,
    createdAt: new Date(created_at),
    updatedAt: new Date(changed_at),
  };
}

function unexpected(what: string, model: string): Error {
  return new Error(`Better Auth has no access here: ${what} ${model}.`);
}
