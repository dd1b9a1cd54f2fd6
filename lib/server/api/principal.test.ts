import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { keyMadeFor } from "#e2e/support/session-of.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import type { Scope } from "#lib/people/scope.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { accessOf } from "#lib/server/settings/access.ts";
import { guard, guardOpen } from "./guard.ts";
import { keysIn } from "#lib/server/people/keys.ts";
import { KnownCallers } from "./known-callers.ts";
import { logger } from "#lib/server/observe/log.ts";
import { installServices, type Services } from "./services.ts";
import { localSessions, type Person } from "#lib/server/people/session.ts";

/** What must be said of every route that lets keys in. */
const described = { summary: "A route", replies: {} };

const origin = "http://127.0.0.1:3000";
let database: Database;
let cookie: string;
let person: Person;
let ran: number;

beforeEach(async () => {
  database = await openTestDatabase();
  const sessions = localSessions({
    database,
    access: { seen: () => {} },
    claim: "first-visit",
    port: 3000,
    onClaimed: () => {},
  });
  const opened = await sessions.claim(null);
  cookie = "token" in opened ? `__Host-countersign-3000=${opened.token}` : "";
  person = (await sessions.personOf(cookie)) ?? { id: "", name: "", role: "member" };
  ran = 0;
  const access = accessOf({ host: "127.0.0.1", port: 3000, publicOrigin: null });
  const keys = keysIn(database);
  installServices({
    access,
    sessions,
    callers: new KnownCallers({ port: 3000 }),
    keys,
    refused: () => {},
    log: logger("silent", () => {}),
  } as unknown as Services);
});

async function keyFor(scopes: Scope[], days = 30): Promise<string> {
  return (await keyMadeFor(database, keysIn(database), person, { name: "ci", scopes, days })).secret;
}

const handler = (from: { person: Person; key: { name: string } | null }) => {
  ran += 1;
  return Response.json({ person: from.person.name, key: from.key?.name ?? null });
};
const readable = guard({ ...described, scope: "approvals:read" }, handler);
const unscoped = guard({}, handler);

type Ask = { path?: string; method?: string; headers: Record<string, string> };

function request({ path = "/api/x", method = "GET", headers }: Ask): Request {
  const usual = { host: "127.0.0.1:3000", ...(method === "GET" ? {} : { "content-type": "application/json" }) };
  return new Request(origin + path, {
    method,
    headers: { ...usual, ...headers },
    ...(method === "GET" ? {} : { body: "{}" }),
  });
}

async function ask(route: typeof readable, options: Ask): Promise<{ status: number; body: unknown }> {
  const response = await route(request(options), { params: Promise.resolve({}) });
  return { status: response.status, body: await response.json() };
}

test("I6: a key gets in where its scope is named, for its owner, without an Origin", async () => {
  const authorization = `Bearer ${await keyFor(["approvals:read"])}`;
  for (const method of ["GET", "POST"]) {
    expect(await ask(readable, { method, headers: { authorization } })).toEqual({
      status: 200,
      body: { person: "You", key: "ci" },
    });
  }
  expect(await ask(readable, { headers: { cookie } })).toEqual({ status: 200, body: { person: "You", key: null } });
});

test("F9: a key anywhere but in Authorization is no key", async () => {
  const key = await keyFor(["approvals:read"]);
  const basic = Buffer.from(`${key}:`).toString("base64");
  const attempts: Ask[] = [
    { headers: { "x-api-key": key } },
    { headers: { "x-authorization": `Bearer ${key}` } },
    { path: `/api/x?key=${key}`, headers: {} },
    { path: `/api/x?access_token=${key}`, headers: {} },
    { headers: { cookie: `__Host-countersign-3000=${key}` } },
    { headers: { cookie: `key=${key}` } },
    { headers: { authorization: `Basic ${basic}` } },
    { headers: { authorization: key } },
    { headers: { authorization: "Bearer" } },
    { headers: { authorization: `Bearer ${key}, Bearer ${key}` } },
    { headers: { authorization: `Bearer ${key}x` } },
    { headers: { authorization: `Bearer ${key.slice(0, -1)}` } },
    { headers: { authorization: `Bearer ${key.slice(0, 20)}${"A".repeat(43)}` } },
    { headers: { authorization: `Bearer ${key}`, cookie } },
    { headers: { authorization: "Bearer cs_0000000000000000_", cookie } },
  ];
  for (const attempt of attempts) {
    expect((await ask(readable, attempt)).status, JSON.stringify(attempt)).toBe(401);
  }
  expect(ran).toBe(0);
});

test("I6: a key gets in nowhere else, nor where a fresh sign-in is needed", async () => {
  const authorization = `Bearer ${await keyFor(["approvals:read", "approvals:decide", "audit:read"])}`;
  const fresh = guard({ ...described, scope: "approvals:read", fresh: true }, handler);
  const calling = guard({ ...described, scope: "tools:call" }, handler);
  for (const route of [unscoped, fresh, calling]) {
    for (const method of ["GET", "POST"]) {
      expect(await ask(route, { method, headers: { authorization } })).toMatchObject({
        status: 403,
        body: { code: "forbidden" },
      });
    }
  }
  expect(ran).toBe(0);
});

test("I6: a key is no reason to do without an Origin where anybody gets in, and signs nobody in", async () => {
  const key = await keyFor(["approvals:read"]);
  const open = guardOpen({ body: z.strictObject({}) }, () => Response.json({}));
  const post = request({ method: "POST", headers: { authorization: `Bearer ${key}` } });
  expect((await open(post, { params: Promise.resolve({}) })).status).toBe(403);
  const { sessions } = installed();
  expect(await sessions.personOf(`__Host-countersign-3000=${key}`)).toBeNull();
  expect(await sessions.openByLink(key, null)).toEqual({ refused: "link-not-valid" });
});

test("B3, B5: another site or another Host is refused also with a key", async () => {
  const authorization = `Bearer ${await keyFor(["approvals:read"])}`;
  for (const headers of [
    { origin: "https://evil.test" },
    { origin: "http://127.0.0.1:3001" },
    { "sec-fetch-site": "cross-site" },
  ]) {
    const method = "POST";
    expect((await ask(readable, { method, headers: { authorization, ...headers } as Ask["headers"] })).status).toBe(
      403,
    );
  }
  expect((await ask(readable, { headers: { authorization, host: "evil.test" } })).status).toBe(421);
  expect(ran).toBe(0);
});

test("I6: a revoked key, an expired one and one whose owner may not come in are 401 at once", async () => {
  const authorization = `Bearer ${await keyFor(["approvals:read"], 1)}`;
  const read = async () => (await ask(readable, { headers: { authorization } })).status;
  expect(await read()).toBe(200);
  await database.db.updateTable("people").set({ disabled_at: 1 }).execute();
  expect(await read()).toBe(401);
  await database.db.updateTable("people").set({ disabled_at: null }).execute();
  const { expires_at: expiresAt } = await database.db
    .selectFrom("api_keys")
    .select("expires_at")
    .executeTakeFirstOrThrow();
  await database.db.updateTable("api_keys").set({ expires_at: 1 }).execute();
  expect(await read()).toBe(401);
  await database.db.updateTable("api_keys").set({ expires_at: expiresAt }).execute();
  expect(await read()).toBe(200);
  const [key] = await installed().keys.list(person);
  expect(await installed().keys.revoke(person, key?.id ?? "")).toBe(person.id);
  expect(await read()).toBe(401);
});

test("I6: what a role no longer allows, its keys no longer do", async () => {
  const figures = guard({ ...described, scope: "metrics:read" }, handler);
  const authorization = `Bearer ${await keyFor(["metrics:read"])}`;
  expect((await ask(figures, { headers: { authorization } })).status).toBe(200);
  await database.db.updateTable("people").set({ role: "member" }).execute();
  expect((await ask(figures, { headers: { authorization } })).status).toBe(403);
});

function installed() {
  const sessions = localSessions({
    database,
    access: { seen: () => {} },
    claim: "first-visit",
    port: 3000,
    onClaimed: () => {},
  });
  return { keys: keysIn(database), sessions };
}
