import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { keyMadeFor, sessionOf } from "#e2e/support/session-of.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { clash, scopes } from "#lib/people/scope.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { TokenSeal } from "#lib/server/http/token-seal.ts";
import { keysIn, type Keys } from "./keys.ts";
import type { Person } from "./session.ts";

const day = 24 * 60 * 60 * 1000;
const kim: Person = { id: "p1", name: "Kim", role: "member" };
const ada: Person = { id: "p2", name: "Ada", role: "admin" };
let clock: number;
let database: Database;
let keys: Keys;

beforeEach(async () => {
  clock = 1_700_000_000_000;
  const opened = await openTestDatabase();
  database = {
    ...opened,
    get now() {
      return sql<number>`cast(${clock} as bigint)`;
    },
  };
  keys = keysIn(database);
  for (const { id, name, role } of [kim, ada]) {
    await database.db.insertInto("people").values({ id, name, role, created_at: clock }).execute();
  }
});

function made(person = kim, days = 30) {
  return keyMadeFor(database, keys, person, { name: "ci", scopes: ["approvals:read"], days });
}

test("I6: the store has only the hash of a key, and the key is shown once", async () => {
  const { secret, key } = await made();
  expect(secret).toMatch(/^cs_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/);
  const stored = JSON.stringify([
    await database.db.selectFrom("api_keys").selectAll().execute(),
    await database.db.selectFrom("audit").selectAll().execute(),
    await keys.list(kim),
  ]);
  expect(stored).not.toContain(secret.slice("cs_0123456789abcdef_".length));
  expect(key).toMatchObject({ name: "ci", expiresAt: clock + 30 * day, lastUsedAt: null, revokedAt: null });
});

test("G23: a key ends in the seal of the instance, which is hashed with it; one from before the seal stays good", async () => {
  const unsealed = (await made()).secret;
  const seal = new TokenSeal("of this instance");
  keys = keysIn(database, { seal });
  const sealed = (await made()).secret;
  expect(sealed).toMatch(/^cs_[0-9a-f]{16}_[A-Za-z0-9_-]{65}$/);
  expect([unsealed, sealed].map((secret) => seal.isOn(secret))).toEqual([false, true]);
  expect(await keys.use(unsealed)).toMatchObject({ person: kim });
  expect(await keys.use(sealed)).toMatchObject({ person: kim });
  for (const shown of [sealed.slice(0, -22), sealed.slice(0, -1), seal.sealed(unsealed), seal.sealed(sealed)]) {
    expect(await keys.use(shown)).toBeNull();
  }
});

test("I6: a key works until its last day, and says when it was last used", async () => {
  const { secret } = await made(kim, 1);
  expect(await keys.use(secret)).toMatchObject({ person: kim, scopes: ["approvals:read"] });
  clock += day - 1;
  expect(await keys.use(secret)).not.toBeNull();
  expect((await keys.list(kim))[0]?.lastUsedAt).toBe(clock);
  clock += 1;
  expect(await keys.use(secret)).toBeNull();
});

test("I6: one sees and revokes one's own keys; who manages keys, everybody's", async () => {
  const { key } = await made(ada);
  expect(await keys.list(kim)).toEqual([]);
  expect(await keys.revoke(kim, key.id)).toBeNull();
  const { key: own, secret } = await made(kim);
  expect((await keys.list(ada)).map(({ owner }) => owner.name).toSorted()).toEqual(["Ada", "Kim"]);
  expect(await keys.revoke(ada, own.id)).toBe(kim.id);
  expect(await keys.revoke(ada, own.id)).toBeNull();
  expect(await keys.use(secret)).toBeNull();
  const trail = await database.db.selectFrom("audit").select(["kind", "person_id"]).orderBy("seq").execute();
  expect(trail).toEqual([
    { kind: "key-created", person_id: "p2" },
    { kind: "key-created", person_id: "p1" },
    { kind: "key-revoked", person_id: "p2" },
  ]);
});

test("I6: whoever makes and ends keys without end hides no key in force from those who manage keys", async () => {
  const { key } = await made(ada);
  clock += 1;
  const { key: latest } = await made();
  const row = { person_id: kim.id, key_hash: "", scopes_json: "[]", created_at: clock + 1, expires_at: clock + day };
  const ended = Array.from({ length: 1_000 }, (_, n) => ({ ...row, id: `k${n}`, name: "ci", last_used_at: null }));
  for (let at = 0; at < 1_000; at += 50) {
    const some = ended.slice(at, at + 50).map((each) => ({ ...each, revoked_at: clock }));
    await database.db.insertInto("api_keys").values(some).execute();
  }
  expect((await keys.list(ada)).slice(0, 2).map(({ id }) => id)).toEqual([latest.id, key.id]);
});

test("I6: the number of keys of a person is limited, also when many are made at once", async () => {
  const by = { person: kim, tokenHash: await sessionOf(database, kim.id) };
  const make = () => keys.make(by, { name: "ci", scopes: ["approvals:read"], days: 1 });
  const all = await Promise.all(Array.from({ length: 60 }, make));
  expect(all.filter((key) => typeof key !== "string")).toHaveLength(50);
  expect(all.filter((key) => key === "too-many")).toHaveLength(10);
  clock += day;
  expect(await make()).toHaveProperty("secret");
});

test("F10: making calls and answering for calls exclude each other, and nothing else does", () => {
  const calling = ["tools:call", "asks"] as const;
  for (const makes of calling) expect(clash(["approvals:decide", "approvals:read", makes])).toBe(true);
  expect(clash(scopes.filter((scope) => scope !== "approvals:decide"))).toBe(false);
  expect(clash(scopes.filter((scope) => !calling.some((makes) => makes === scope)))).toBe(false);
});
