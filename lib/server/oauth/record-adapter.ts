import { AsyncLocalStorage } from "node:async_hooks";
import { errors, type Adapter, type AdapterPayload } from "oidc-provider";
import type { Database } from "#lib/store/engine/database.ts";
import { revokeKey } from "#lib/store/people/keys.ts";
import {
  consumeOauthRecord,
  dropOauthRecord,
  dropOauthRecordsOf,
  keepOauthRecord,
  oauthRecord,
} from "#lib/store/people/oauth-records.ts";

/** What exists only while one consent is worked on: it never leaves that request. */
export const passing = new AsyncLocalStorage<Map<string, AdapterPayload>>();
const passingKinds = new Set(["Session", "Interaction"]);

/** A client that registered and that nobody let in is forgotten after a day. */
export const unwantedMs = 24 * 60 * 60 * 1000;

/** A refresh token that was used is known for so long, should it come again. */
const usedMs = 24 * 60 * 60 * 1000;

/** Where the library keeps what it knows of one kind. A grant is a key, and ends with it. */
export function recordAdapter(database: Database, kind: string): Adapter {
  if (passingKinds.has(kind)) return passingAdapter(kind);
  const named = (id: string) => ({ kind, id });
  return {
    upsert: async (id, { jti: _secret, ...payload }, expiresIn) => {
      const grantId = kind === "Grant" ? id : (payload.grantId ?? null);
      const lifetimeMs = expiresIn === undefined ? unwantedMs : expiresIn * 1_000;
      await keepOauthRecord(database, { ...named(id), payload, grantId, lifetimeMs });
    },
    find: async (id) => {
      const record = await oauthRecord(database, named(id));
      if (record === null) return undefined;
      return { ...record.payload, jti: id, ...(record.isConsumed ? { consumed: 1 } : {}) };
    },
    // Of two that use one code or token at once, one does.
    consume: async (id) => {
      if (!(await consumeOauthRecord(database, named(id), usedMs))) throw new errors.InvalidGrant("used already");
    },
    destroy: async (id) => {
      await dropOauthRecord(database, named(id));
      if (kind === "Grant") await revokeKey(database, { id, ownedBy: null, by: null });
    },
    revokeByGrantId: (grantId) => dropOauthRecordsOf(database, kind, grantId),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  };
}

function passingAdapter(kind: string): Adapter {
  const kept = () => {
    const now = passing.getStore();
    if (now === undefined) throw new Error("A consent was read or written outside of its request.");
    return now;
  };
  return {
    upsert: async (id, payload) => void kept().set(`${kind}:${id}`, payload),
    find: async (id) => kept().get(`${kind}:${id}`),
    findByUid: async (uid) => [...kept().values()].find((payload) => payload.uid === uid && payload.kind === kind),
    destroy: async (id) => void kept().delete(`${kind}:${id}`),
    consume: async () => {},
    revokeByGrantId: async () => {},
    findByUserCode: async () => undefined,
  };
}
