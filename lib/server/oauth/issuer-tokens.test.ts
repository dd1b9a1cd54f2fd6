import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { oauthWorld, resource, shorter } from "#e2e/support/oauth-world.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { logger } from "#lib/server/observe/log.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { hashOf, newToken } from "#lib/server/http/session-cookie.ts";
import { keysIn } from "#lib/server/people/keys.ts";
import { restoreIssuerGrant } from "#lib/store/people/issuer-clients.ts";
import { issuerTokens } from "./issuer-tokens.ts";

const issuer = "https://login.example.com";
const audience = "https://sign.example.com/api/mcp";

/** Three people: known by an account, by an address, and shut out. */
async function withPeople(database: Database): Promise<void> {
  const person = (id: string, disabled_at: number | null = null) => ({
    id,
    name: id,
    email: `${id}@example.com`,
    role: "member" as const,
    created_at: 1,
    disabled_at,
  });
  await database.db
    .insertInto("people")
    .values([person("ann"), person("bob"), person("eve", 1)])
    .execute();
  const account = (person_id: string) => ({
    id: person_id,
    person_id,
    provider: "oidc" as const,
    subject: JSON.stringify([issuer, `sub of ${person_id}`]),
    password_hash: null,
    created_at: 1,
    changed_at: 1,
  });
  await database.db
    .insertInto("accounts")
    .values([account("ann"), account("eve")])
    .execute();
}

/** An issuer whose documents are read as over the network. */
async function anIssuer() {
  const pair = await generateKeyPair("ES256");
  const other = await generateKeyPair("ES256");
  const key = { ...(await exportJWK(pair.publicKey)), kid: "1", alg: "ES256" };
  const read: string[] = [];
  const documents: Record<string, unknown> = {
    [`${issuer}/.well-known/openid-configuration`]: { issuer, jwks_uri: `${issuer}/keys` },
    [`${issuer}/keys`]: { keys: [key] },
  };
  const fetchDocument = async (url: string) => {
    read.push(url);
    return Response.json(documents[url] ?? {}, { status: url in documents ? 200 : 404 });
  };
  const now = Math.floor(Date.now() / 1_000);
  const right = {
    iss: issuer,
    aud: audience,
    sub: "sub of ann",
    client_id: "desk",
    scope: "openid tools:call",
    iat: now,
    exp: now + 60,
  };
  const header = { alg: "ES256", typ: "at+jwt", kid: "1" };
  const signed = (
    over: Record<string, unknown> = {},
    head: object = {},
    by: CryptoKey | Uint8Array = pair.privateKey,
  ) => new SignJWT({ ...right, ...over }).setProtectedHeader({ ...header, ...head }).sign(by);
  return { signed, other, right, now, key, read, fetchDocument };
}

type Asked = { addresses?: { domains: string[] } | null; fetchDocument?: (url: string) => Promise<Response> };

async function issuerWorld({ addresses = { domains: [] }, fetchDocument }: Asked = {}) {
  const database = await openTestDatabase();
  await withPeople(database);
  const { fetchDocument: ofIssuer, ...more } = await anIssuer();
  const keys = keysIn(database);
  const use = issuerTokens({
    database,
    keys,
    issuer,
    audience,
    scope: "tools:call",
    addresses,
    fetchDocument: fetchDocument ?? ofIssuer,
    log: logger("silent", () => {}),
  });
  return { database, keys, use, ...more };
}

/** Somebody's browser, signed in just now. */
async function cookieOf({ db }: Database, personId: string): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await db
    .insertInto("sessions")
    .values({ token_hash: hashOf(token), person_id: personId, created_at: now, last_seen_at: now, proved_at: now })
    .execute();
  return `__Host-countersign-3000=${token}`;
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("F8: a token of the issuer for here lets its client in as a key would be: for its person, and attesting nothing", async () => {
  const { use, signed } = await issuerWorld();
  const used = await use(await signed());
  expect(used).toMatchObject({
    name: "desk at login.example.com",
    scopes: ["tools:call"],
    person: { id: "ann", role: "member" },
  });
  expect(used).toMatchObject({ terms: { attests: null } });
  expect(await use(await signed({ aud: [audience, "other"] }))).toEqual(used);
  expect(await use(await signed({ client_id: "other" }))).toMatchObject({
    name: "other at login.example.com",
    person: { id: "ann" },
  });
  const byAddress = { sub: "new", email: "Bob@example.com", email_verified: true };
  expect(await use(await signed(byAddress))).toMatchObject({ person: { id: "bob" } });
});

test("F8: tokens that are not for here, not of the issuer, not in force, or of nobody known let nobody in", async () => {
  const { use, signed, other, right, now, key, database } = await issuerWorld();
  const secret = new TextEncoder().encode(JSON.stringify(key));
  const [head, body, signature] = (await signed()).split(".");
  const byAddress = { sub: "new", email: "bob@example.com" };
  const bad: Record<string, string> = {
    "alg none": `${encoded({ alg: "none", typ: "at+jwt" })}.${encoded(right)}.`,
    "alg none, signed": `${encoded({ alg: "none", typ: "at+jwt", kid: "1" })}.${body}.${signature}`,
    "signed with the public key": await signed({}, { alg: "HS256" }, secret),
    "another key": await signed({}, {}, other.privateKey),
    "a key of its own in the header": await signed(
      {},
      { jwk: await exportJWK(other.publicKey), kid: undefined },
      other.privateKey,
    ),
    "an unknown key": await signed({}, { kid: "2" }, other.privateKey),
    "another issuer": await signed({ iss: "https://evil.example.com" }),
    "the issuer with a slash": await signed({ iss: `${issuer}/` }),
    "no issuer": await signed({ iss: undefined }),
    "another audience": await signed({ aud: "https://other.example.com/api/mcp" }),
    "our origin alone": await signed({ aud: "https://sign.example.com" }),
    "no audience": await signed({ aud: undefined }),
    expired: await signed({ exp: now - 10 }),
    "without an end": await signed({ exp: undefined }),
    "not yet": await signed({ nbf: now + 600 }),
    "without a beginning": await signed({ iat: undefined }),
    "an ID token": await signed({}, { typ: "JWT" }),
    "no type": await signed({}, { typ: undefined }),
    "nobody's": await signed({ sub: undefined }),
    "no client": await signed({ client_id: undefined }),
    "a stranger's": await signed({ sub: "stranger" }),
    "somebody's who is shut out": await signed({ sub: "sub of eve" }),
    "an address that is not verified": await signed({ ...byAddress, email_verified: false }),
    "an address without a word of that": await signed(byAddress),
    "changed on the way": `${head}.${encoded({ ...right, sub: "sub of bob" })}.${signature}`,
    "cut off": `${head}.${body}.`,
    "one that counts with its client's key": await signed({ cnf: { jkt: "x" } }),
    "no token": "a.b.c",
  };
  for (const [why, token] of Object.entries(bad)) expect(await use(token), why).toBeNull();
  expect(await use(await signed({ scope: "openid" }))).toBe("scope");
  expect(await use(await signed({ scope: undefined }))).toBe("scope");
  expect(await database.db.selectFrom("api_keys").select("id").execute()).toEqual([]);
});

test("F8: an address counts only where the owner lets the issuer vouch for addresses", async () => {
  const { use, signed } = await issuerWorld({ addresses: null });
  expect(await use(await signed({ sub: "new", email: "bob@example.com", email_verified: true }))).toBeNull();
  expect(await use(await signed())).not.toBeNull();
});

test("F8: an address is nobody's who is known by another account of the issuer, nor of a domain that may not come in", async () => {
  const { use, signed } = await issuerWorld({ addresses: { domains: ["example.com"] } });
  const ofAddress = async (email: string) => use(await signed({ sub: "new", email, email_verified: true }));
  expect(await ofAddress("ann@example.com")).toBeNull();
  expect(await ofAddress("Bob@Example.com")).toMatchObject({ person: { id: "bob" } });
  const elsewhere = await issuerWorld({ addresses: { domains: ["example.org"] } });
  expect(
    await elsewhere.use(await elsewhere.signed({ sub: "new", email: "bob@example.com", email_verified: true })),
  ).toBeNull();
  expect(await elsewhere.use(await elsewhere.signed())).toMatchObject({ person: { id: "ann" } });
});

test("F14: a client of the issuer that was revoked stays out, and one person has so many in force", async () => {
  const { use, signed, keys, database } = await issuerWorld();
  const used = await use(await signed());
  if (used === null || used === "scope") throw new Error("It was not let in.");
  expect(await keys.revoke(used.person, used.id)).toBe("ann");
  expect(await use(await signed())).toBeNull();
  for (let at = 0; at < 60; at += 1) await use(await signed({ client_id: `client ${at}` }));
  const standing = database.db.selectFrom("api_keys").select("id").where("revoked_at", "is", null);
  expect(await standing.execute()).toHaveLength(50);
  const latest = await signed({ client_id: "latest" });
  expect(await use(latest)).toBeNull();
  // Those that ran out, or were revoked, take no place for good.
  const [first] = await standing.execute();
  await database.db
    .updateTable("api_keys")
    .set({ expires_at: 1 })
    .where("id", "=", first?.id ?? "")
    .execute();
  expect(await use(latest)).toMatchObject({ name: "latest at login.example.com" });
});

test("F14: clients of the issuer whose ids begin alike have names of their own in rules", async () => {
  const { use, signed } = await issuerWorld();
  const alike = "https://clients.example.com/of-many-people/with-long-names/in-one-folder/";
  const ids = [`${alike}a`, `${alike}b`, `${"x".repeat(400)}a`, `${"x".repeat(400)}b`, "a  client", "a client"];
  const names = [];
  for (const client_id of ids) {
    const used = await use(await signed({ client_id }));
    if (used === null || used === "scope") throw new Error("It was not let in.");
    names.push(used.name);
  }
  expect(new Set(names).size).toBe(ids.length);
  expect(names.at(-1)).toBe("a client at login.example.com");
  expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(80);
});

test("S0.67: a client of the issuer that was revoked is let in again by the owner alone, which stands in the trail", async () => {
  const { signed, fetchDocument } = await anIssuer();
  const byAddress = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b", OIDC_LINK_BY_EMAIL: "yes" };
  const world = await oauthWorld({ variables: { AUTH: "team", CLIENT_ISSUER: issuer, ...byAddress }, fetchDocument });
  await withPeople(world.database);
  const { database } = world;
  await database.db.updateTable("people").set({ role: "owner" }).where("id", "=", "ann").execute();
  await database.db.updateTable("people").set({ role: "admin" }).where("id", "=", "bob").execute();
  const [owner, admin] = [await cookieOf(database, "ann"), await cookieOf(database, "bob")];
  const ping = async () => {
    const ofBob = { sub: "new", email: "bob@example.com", email_verified: true };
    return (await world.ping(await signed({ aud: resource, ...ofBob }))).status;
  };
  const ask = (method: string, path: string, cookie: string) =>
    world.call(method, path, {
      headers: { cookie, origin: new URL(resource).origin },
      ...(method === "POST" && { body: {} }),
    });
  expect(await ping()).toBe(200);
  const { id } = await database.db.selectFrom("api_keys").select("id").executeTakeFirstOrThrow();
  // One that stands needs no way back.
  expect((await ask("POST", `/api/keys/${id}/let-in`, owner)).status).toBe(404);
  expect((await ask("DELETE", `/api/keys/${id}`, owner)).status).toBe(204);
  expect(await ping()).toBe(401);
  expect((await ask("POST", `/api/keys/${id}/let-in`, admin)).status).toBe(403);
  expect(await ping()).toBe(401);
  expect((await ask("POST", `/api/keys/${id}/let-in`, owner)).status).toBe(204);
  expect(await ping()).toBe(200);
  const { keys } = (await (await ask("GET", "/api/keys", owner)).json()) as { keys: unknown[] };
  expect(keys).toMatchObject([{ id, ofIssuer: true, revokedAt: null }]);
  const trail = await database.db
    .selectFrom("audit")
    .select(["kind", "person_id", "detail_json"])
    .where("kind", "like", "key-%")
    .orderBy("seq")
    .execute();
  expect(trail.map(({ kind, person_id: by }) => [kind, by])).toEqual([
    ["key-created", "bob"],
    ["key-revoked", "ann"],
    ["key-restored", "ann"],
  ]);
  expect(JSON.parse(trail[2]?.detail_json ?? "")).toMatchObject({ keyId: id, name: "desk at login.example.com" });
});

test("S0.67: a key, and a client that signed in here, has no way back", async () => {
  const world = await oauthWorld();
  const { access_token: token } = await world.signIn();
  await world.keyWith();
  const { keys } = (await (await world.call("GET", "/api/keys", { headers: world.asPerson() })).json()) as {
    keys: { id: string }[];
  };
  for (const { id } of keys) {
    await world.call("DELETE", `/api/keys/${id}`, { headers: world.asPerson() });
    const back = await world.call("POST", `/api/keys/${id}/let-in`, { headers: world.asPerson(), body: {} });
    expect(back.status).toBe(404);
    expect(await restoreIssuerGrant(world.database, { id, by: "anybody" })).toBeNull();
  }
  expect(keys).toHaveLength(2);
  expect((await world.ping(token)).status).toBe(401);
});

test("F8: the issuer is asked for its keys once, and a stranger's tokens do not make it be asked again", async () => {
  const { use, signed, read, other } = await issuerWorld();
  await use(await signed());
  for (let at = 0; at < 20; at += 1) await use(await signed({}, { kid: `${at}` }, other.privateKey));
  expect(read.length).toBeLessThanOrEqual(3);
});

test.each([
  ["an error", () => new Response("{", { status: 500 })],
  ["keys that are none", () => Response.json({ keys: [null, 5] })],
])("F8: an issuer whose keys cannot be read is not asked anew for each token: %s", async (_, answer) => {
  let asked = 0;
  const fetchDocument = async (url: string) => {
    if (url !== `${issuer}/keys`) return Response.json({ issuer, jwks_uri: `${issuer}/keys` });
    asked += 1;
    return answer();
  };
  const { use, signed } = await issuerWorld({ fetchDocument });
  for (let at = 0; at < 20; at += 1) expect(await use(await signed())).toBeNull();
  expect(asked).toBe(1);
});

test("F8, F14: at the endpoint a token of the issuer is as good as a key; a bad one is told where to get another", async () => {
  const { signed, fetchDocument } = await anIssuer();
  const world = await oauthWorld({ variables: { AUTH: "team", CLIENT_ISSUER: issuer }, fetchDocument });
  await withPeople(world.database);
  const origin = new URL(resource).origin;
  const described = await world.reach(`${origin}/.well-known/oauth-protected-resource/api/mcp`);
  expect(await described.json()).toMatchObject({ resource, authorization_servers: [issuer] });
  expect((await world.reach(`${origin}/.well-known/oauth-authorization-server`)).status).toBe(404);
  expect((await world.tokens({ grant_type: "authorization_code" })).status).toBe(404);
  const ping = async (over: Record<string, unknown>) => world.ping(await signed(over));
  expect((await ping({ aud: resource })).status).toBe(200);
  expect((await ping({ aud: shorter })).status).toBe(200);
  const refused = await ping({});
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
    401,
    expect.stringContaining(`resource_metadata="${origin}/.well-known/oauth-protected-resource/api/mcp"`),
  ]);
  const lacking = await ping({ aud: resource, scope: "openid" });
  expect([lacking.status, lacking.headers.get("www-authenticate")]).toEqual([
    403,
    expect.stringContaining('error="insufficient_scope"'),
  ]);
});
