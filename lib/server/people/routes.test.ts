import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { keyOf, origin, password, testTeam } from "#e2e/support/test-team.ts";
import { logger } from "#lib/server/observe/log.ts";
import { KnownCallers } from "#lib/server/api/known-callers.ts";
import { installServices, type Services } from "#lib/server/api/services.ts";
import type { Database } from "#lib/store/engine/database.ts";

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
type Asked = { route: string; method?: string; body: object; headers?: Record<string, string>; id?: string };

const root = path.resolve(import.meta.dirname, "../../..");
let database: Database;
let here: ReturnType<typeof testTeam>;
let owner: string;

beforeEach(async () => {
  database = await openTestDatabase();
  here = testTeam(database);
  const { access, sessions, team, streams } = here;
  const keys = { use: async () => null };
  const callers = new KnownCallers({ port: 3000 });
  const some = { access, sessions, callers, team, streams, keys, refused: () => {}, log: logger("silent", () => {}) };
  // The routes of people use these services and no other.
  installServices(some as unknown as Services);
  owner = await here.setUp();
});

async function ask({ route, method = "POST", body, headers = {}, id = "" }: Asked): Promise<Response> {
  const exported = (await import(path.join(root, "app/api", route, "route.ts"))) as Record<string, Handler>;
  const usual = { host: "127.0.0.1:3000", origin, "content-type": "application/json", ...headers };
  const request = new Request(`${origin}/api/x`, { method, headers: usual, body: JSON.stringify(body) });
  return exported[method]!(request, { params: Promise.resolve({ id }) });
}

async function invitation(): Promise<string> {
  const made = await here.team.invite(await here.personOf(owner), { email: "rae@example.com", role: "member" });
  return keyOf("link" in made ? made.link : origin);
}

const everything = async () => ({
  people: await database.db.selectFrom("people").selectAll().orderBy("id").execute(),
  invitations: await database.db.selectFrom("invitations").selectAll().execute(),
});

const more: [string, unknown][] = [
  ["role", "owner"],
  ["email", "owner@example.com"],
  ["id", "olga"],
  ["personId", "olga"],
  ["emailVerified", true],
  ["disabled_at", null],
  ["invited_by", "olga"],
  ["access_version", 99],
];

test.each(more)("B15: whoever joins cannot say what their %s is", async (name, value) => {
  const key = await invitation();
  const before = await everything();
  const response = await ask({ route: "people/join", body: { key, name: "Rae", password, [name]: value } });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ fields: { [name]: "is not expected here" } });
  expect(await everything()).toEqual(before);
});

test("B15: a change of a person is a role or whether they are disabled, and an invitation makes no owner", async () => {
  const rae = await here.personOf(await here.join(owner, "rae@example.com"));
  const before = await everything();
  for (const body of [
    { role: "owner", email: "x@example.com" },
    { name: "X" },
    { role: "root" },
    { disabled: 1 },
    {},
  ]) {
    const asked = { route: "people/[id]", method: "PATCH", id: rae.id, body, headers: { cookie: owner } };
    expect((await ask(asked)).status).toBe(400);
  }
  const asked = { route: "people/invitations", headers: { cookie: owner } };
  expect((await ask({ ...asked, body: { email: "e@example.com", role: "owner" } })).status).toBe(400);
  expect(await everything()).toEqual(before);
});

test("H5: signing in and joining tell the session's token to the cookie alone, which no script reads", async () => {
  const signedIn = await ask({ route: "session/password", body: { email: "olga@example.com", password } });
  const joined = await ask({ route: "people/join", body: { key: await invitation(), name: "Rae", password } });
  for (const response of [signedIn, joined]) {
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("{}");
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-countersign-3000=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/,
    );
  }
});

test("B12: another forwarded address for each guess changes nothing", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const headers = {
      "x-forwarded-for": `10.0.0.${n}`,
      forwarded: `for="[2001:db8::${n}]"`,
      "x-real-ip": `10.1.0.${n}`,
    };
    const body = { email: "olga@example.com", password: `guess number ${n}` };
    statuses.push((await ask({ route: "session/password", headers, body })).status);
  }
  expect(statuses).toEqual([...Array<number>(9).fill(401), 429, 429, 429]);
});

test("B9: who somebody is comes from no header and no body", async () => {
  const member = await here.join(owner, "mia@example.com");
  const boss = await here.personOf(owner);
  const headers = { cookie: member, "x-user": boss.id, "x-forwarded-user": boss.id, "x-role": "owner" };
  const invited = await ask({ route: "people/invitations", headers, body: { email: "e@example.com", role: "member" } });
  expect(invited.status).toBe(403);
});

test.each(["short", "x".repeat(129), ""])("a password like %j is refused before anything is done", async (bad) => {
  const key = await invitation();
  expect((await ask({ route: "people/join", body: { key, name: "Rae", password: bad } })).status).toBe(400);
  expect(await here.team.signInWays.invitationOf(key)).not.toBeNull();
});

test("B19: a password that is guessed first is refused in a sentence, and the invitation stays good", async () => {
  const key = await invitation();
  const refused = await ask({ route: "people/join", body: { key, name: "Rae", password: "password1234" } });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    detail: expect.stringContaining("one of those that are guessed first"),
  });
  expect((await ask({ route: "people/join", body: { key, name: "Rae", password } })).status).toBe(200);
});

test("G7: what anybody may ask takes no more than 16 KB", async () => {
  const large = "x".repeat(17 * 1024);
  for (const route of [
    "session",
    "session/password",
    "session/set-up",
    "session/reset",
    "session/reset/look",
    "session/oidc",
    "people/join",
    "people/invitations/look",
  ]) {
    expect((await ask({ route, body: { large } })).status, route).toBe(413);
  }
});

test("B20: whoever has a passkey shows it before they change their password", async () => {
  const next = "another good password";
  const change = (current: string) =>
    ask({ route: "session/password", method: "PUT", body: { current, next }, headers: { cookie: owner } });
  const { id: person_id } = await here.personOf(owner);
  const passkey = {
    id: "k",
    person_id,
    name: "Laptop",
    public_key: "",
    counter: 0,
    transports_json: "[]",
    created_at: 1,
  };
  await database.db.insertInto("passkeys").values(passkey).execute();
  const refused = await change(password);
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "passkey-again" }]);
  await database.db.updateTable("sessions").set({ passkey_at: database.now }).execute();
  expect((await change(password)).status).toBe(200);
  // Without one the password itself is the proof, however long ago they signed in.
  await database.db.deleteFrom("passkeys").execute();
  await database.db.updateTable("sessions").set({ proved_at: 1 }).execute();
  expect((await change("not the password")).status).toBe(403);
  expect((await change(next)).status).toBe(200);
});
