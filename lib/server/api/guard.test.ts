import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { visitWith } from "#e2e/support/test-team.ts";
import { z } from "zod";
import { accessOf } from "#lib/server/settings/access.ts";
import { guard, guardOpen, isGuarded } from "./guard.ts";
import { KnownCallers } from "./known-callers.ts";
import { logger } from "#lib/server/observe/log.ts";
import type { Role } from "#lib/people/role.ts";
import { installServices, services, type Services } from "./services.ts";
import { localSessions } from "#lib/server/people/session.ts";

const origin = "http://127.0.0.1:3000";
const proof = "p".repeat(64);
let cookie: string;
let logged: string[];
let ran: number;

beforeEach(async () => {
  const database = await openTestDatabase();
  const sessions = localSessions({
    database,
    access: { seen: () => {} },
    claim: "first-visit",
    port: 3000,
    onClaimed: () => {},
  });
  const opened = await sessions.claim(visitWith(null, proof));
  cookie = "token" in opened ? `__Host-countersign-3000=${opened.token}` : "";
  [logged, ran] = [[], 0];
  const access = accessOf({ host: "127.0.0.1", port: 3000, publicOrigin: null });
  const log = logger("debug", (line) => logged.push(line));
  // The guard uses these services and no other.
  const some = { access, sessions, callers: new KnownCallers({ port: 3000 }), log, refused: () => {} };
  installServices(some as unknown as Services);
});

const route = guard(
  { body: z.strictObject({ text: z.string().min(2), how: z.object({ n: z.number() }).optional() }) },
  (r) => {
    ran += 1;
    return Response.json({ person: r.person.name, body: r.body, params: r.params });
  },
);

type Ask = { method?: string; path?: string; headers?: Record<string, string | null>; body?: BodyInit | null };

function request({ method = "POST", path = "/api/x", headers = {}, body = `{"text":"hello"}` }: Ask = {}): Request {
  const usual = {
    host: "127.0.0.1:3000",
    origin,
    cookie,
    "countersign-proof": proof,
    "content-type": "application/json",
  };
  const sent = Object.entries({ ...usual, ...headers }).filter((entry): entry is [string, string] => entry[1] !== null);
  return new Request(origin + path, { method, headers: sent, ...(method === "GET" ? {} : { body, duplex: "half" }) });
}

async function ask(options?: Ask): Promise<{ status: number; body: unknown; code: unknown }> {
  const response = await route(request(options), { params: Promise.resolve({ id: "7" }) });
  const body = (await response.json()) as { code?: string };
  return { status: response.status, body, code: body.code };
}

test("a request of our own page reaches the handler with person, body and parameters", async () => {
  expect(await ask()).toEqual({
    status: 200,
    body: { person: "You", body: { text: "hello" }, params: { id: "7" } },
    code: undefined,
  });
});

describe("what a role may do, and a fresh sign-in", () => {
  const demanding = guard({ may: "manage-people", fresh: true }, () => {
    ran += 1;
    return Response.json({});
  });
  const get = () => demanding(request({ method: "GET" }), { params: Promise.resolve({}) });
  const as = (role: Role, isFresh: boolean) => {
    const personOf = async () => ({ id: "p", name: "P", role });
    installServices({
      ...services(),
      sessions: { personOf, howProved: async () => ({ isFresh, hasPasskey: false }) },
    } as unknown as Services);
  };

  test.each([
    ["member", true, 403, "forbidden"],
    ["reviewer", true, 403, "forbidden"],
    ["admin", false, 403, "sign-in-again"],
    ["owner", false, 403, "sign-in-again"],
  ] as const)("H9: a %s whose sign-in is fresh: %s is refused and nothing runs", async (role, fresh, status, code) => {
    as(role, fresh);
    const response = await get();
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
    expect(ran).toBe(0);
  });

  test.each(["admin", "owner"] as const)("lets an %s through who has just signed in", async (role) => {
    as(role, true);
    expect((await get()).status).toBe(200);
    expect(ran).toBe(1);
  });
});

test("I30: a page that was drawn for somebody else acts for nobody", async () => {
  const { person } = (await (
    await guard({}, ({ person: who }) => Response.json({ person: who }))(request({ method: "GET" }), {
      params: Promise.resolve({}),
    })
  ).json()) as { person: { id: string } };
  expect((await ask({ headers: { "countersign-person": person.id } })).status).toBe(200);
  const before = ran;
  expect(await ask({ headers: { "countersign-person": "somebody else" } })).toMatchObject({
    status: 401,
    code: "no-session",
  });
  expect(ran).toBe(before);
});

test("B11: a person who signs out while the body is on its way does nothing with it", async () => {
  const late = async function* () {
    await services().sessions.leave({ cookie, proof }, { everywhere: true });
    yield Buffer.from(`{"text":"hello"}`);
  };
  expect((await ask({ body: late() as unknown as BodyInit })).status).toBe(401);
  expect(ran).toBe(0);
});

describe("where a request comes from", () => {
  test.each([
    ["B5: another host name", { host: "evil.test:3000" }, 421],
    ["B5: the right name with another port", { host: "127.0.0.1:3001" }, 421],
    ["B5: no host", { host: null }, 421],
    ["B3: no Origin", { origin: null }, 403],
    ["B3: Origin null", { origin: "null" }, 403],
    ["B4: another port of this machine", { origin: "http://127.0.0.1:3001" }, 403],
    ["B3: https instead of http", { origin: "https://127.0.0.1:3000" }, 403],
    ["B3: another loopback name than the Host", { origin: "http://localhost:3000" }, 403],
    ["B3: a site that begins like ours", { origin: "http://127.0.0.1:3000.evil.test" }, 403],
    ["B4: Sec-Fetch-Site same-site", { "sec-fetch-site": "same-site" }, 403],
    ["B3: Sec-Fetch-Site cross-site", { "sec-fetch-site": "cross-site" }, 403],
    ["B3: Sec-Fetch-Site none", { "sec-fetch-site": "none" }, 403],
    ["B2: no session", { cookie: null }, 401],
    ["B2: a session token that does not exist", { cookie: "__Host-countersign-3000=guess" }, 401],
    ["B16: the cookie alone, as a server on another port gets it", { "countersign-proof": null }, 401],
    ["B16: the cookie with a proof of another origin", { "countersign-proof": "q".repeat(64) }, 401],
    ["B16: a page that proves nothing", { "countersign-proof": null, "sec-fetch-site": "same-origin" }, 403],
    [
      "B9: an identity in headers instead of a session",
      { cookie: null, "x-user": "You", "x-forwarded-user": "You" },
      401,
    ],
    ["B3: a form's content type", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["B3: text/plain", { "content-type": "text/plain" }, 415],
    ["B3: JSON among other things", { "content-type": "text/plain; application/json" }, 415],
    ["B3: no content type", { "content-type": "" }, 415],
  ])("%s is refused and nothing runs", async (_name, headers, status) => {
    expect((await ask({ headers })).status).toBe(status);
    expect(ran).toBe(0);
  });

  test("Sec-Fetch-Site same-origin is our own page", async () => {
    expect((await ask({ headers: { "sec-fetch-site": "same-origin" } })).status).toBe(200);
  });

  test("B8: reading too is refused to other sites, and allowed to a person who typed the address", async () => {
    const read = guard({}, () => Response.json({}));
    const get = async (headers: Record<string, string | null>) =>
      (await read(request({ method: "GET", headers }), { params: Promise.resolve({}) })).status;
    expect(await get({ origin: null })).toBe(200);
    expect(await get({ origin: null, "sec-fetch-site": "none" })).toBe(200);
    expect(await get({ origin: "http://127.0.0.1:3001" })).toBe(403);
    expect(await get({ origin: null, "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await get({ origin: null, host: "evil.test" })).toBe(421);
    expect(await get({ origin: null, cookie: null })).toBe(401);
  });

  test("no answer carries a CORS header", async () => {
    const response = await route(request(), { params: Promise.resolve({}) });
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("what a body may be", () => {
  test("B15: an unknown key is refused by name, a wrong field with what is wrong", async () => {
    expect(await ask({ body: `{"text":"x","role":"owner","how":{"n":"1"}}` })).toMatchObject({
      status: 400,
      body: {
        code: "bad-request",
        fields: { role: "is not expected here", text: expect.any(String), "how.n": expect.any(String) },
      },
    });
    expect(ran).toBe(0);
  });

  test.each([
    ["no JSON", "text"],
    ["an empty body", ""],
    ["C11: a key twice", `{"text":"aa","text":"bb"}`],
    ["E7: __proto__", `{"text":"aa","__proto__":{"x":1}}`],
    ["C11: an unsafe whole number", `{"text":"aa","how":{"n":9007199254740993}}`],
    ["G8: nesting without end", `{"text":${"[".repeat(5000)}${"]".repeat(5000)}}`],
    ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
  ])("%s is 400", async (_name, body) => {
    expect((await ask({ body })).status).toBe(400);
    expect(ran).toBe(0);
  });

  test("G7: more than 1 MB is 413, without reading on", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      },
    });
    const init = { method: "POST", headers: request().headers, body: endless, duplex: "half" };
    const response = await route(new Request(`${origin}/api/x`, init as RequestInit), { params: Promise.resolve({}) });
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(30);
  });

  test("G7: an open route reads 16 KB, and nothing of a body whose announced length is more", async () => {
    const open = guardOpen({ body: z.strictObject({ text: z.string() }) }, ({ body }) => Response.json(body));
    const send = async (bytes: number, said = true) => {
      let pulled = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            pulled += 1;
            controller.enqueue(Buffer.from(pulled === 1 ? `{"text":"` : "a".repeat(1024)));
            if (pulled * 1024 < bytes) return;
            controller.enqueue(Buffer.from(`"}`));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const length = said ? { "content-length": String(bytes) } : {};
      const init = { method: "POST", headers: { ...Object.fromEntries(request().headers), ...length }, body };
      const asked = new Request(`${origin}/api/x`, { ...init, duplex: "half" } as RequestInit);
      const response = await open(asked, { params: Promise.resolve({}) });
      return { status: response.status, said: ((await response.json()) as { detail?: string }).detail, pulled };
    };
    const refused = { status: 413, said: "The body is larger than 16 KB." };
    expect(await send(4 * 1024)).toMatchObject({ status: 200 });
    expect(await send(1024 * 1024)).toEqual({ ...refused, pulled: 0 });
    const { pulled, ...unsaid } = await send(1024 * 1024, false);
    expect(unsaid).toEqual(refused);
    expect(pulled).toBeLessThan(20);
  });

  test("a handler without a shape takes {} and nothing else", async () => {
    const stop = guard({}, ({ body }) => Response.json(body));
    const post = async (body: string) => (await stop(request({ body }), { params: Promise.resolve({}) })).status;
    expect(await post("{}")).toBe(200);
    expect(await post(`{"a":1}`)).toBe(400);
    expect(await post("[]")).toBe(400);
  });

  test.each([
    ["a text", { body: `{"text":"he\\u0000llo"}` }, { text: "contains the character U+0000" }],
    [
      "a text deep inside",
      { body: `{"text":"hello","how":{"n":[{"a":"\\u0000"}]}}` },
      { "how.n.0.a": expect.any(String) },
    ],
    ["a key", { body: `{"text":"hello","how":{"\\u0000":1}}` }, { how: expect.any(String) }],
    ["the query", { path: "/api/x?search=a%00b" }, undefined],
    ["the name of a part of the query", { path: "/api/x?%00=a" }, undefined],
  ] as const)("G12: the character U+0000 in %s is 400 and says where", async (_name, options, fields) => {
    const { status, body } = await ask(options);
    const detail = "The request contains the character U+0000, which no text may.";
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        type: "about:blank",
        title: "Bad Request",
        status: 400,
        detail,
        code: "bad-request",
        ...(fields === undefined ? {} : { fields }),
      },
    });
    expect(ran).toBe(0);
  });

  test("G12: the character U+0000 in the path is 400", async () => {
    const response = await route(request(), { params: Promise.resolve({ id: "7\0" }) });
    expect([response.status, ran]).toEqual([400, 0]);
  });

  test("A10: no text at all makes the guard throw or answer 5xx", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), fc.string({ unit: "binary" })), async (body) => {
        expect((await ask({ body })).status).toBeLessThan(500);
      }),
      { numRuns: 500 },
    );
  });
});

describe("what an address may ask", () => {
  const asking = guard({ query: z.strictObject({ limit: z.coerce.number().int().max(9).default(5) }) }, (r) => {
    ran += 1;
    return Response.json(r.query);
  });
  const get = async (path: string) => {
    const response = await asking(request({ method: "GET", path }), { params: Promise.resolve({}) });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  test("reaches the handler as its shape has it", async () => {
    expect(await get("/api/x?limit=3")).toEqual({ status: 200, body: { limit: 3 } });
    expect(await get("/api/x")).toEqual({ status: 200, body: { limit: 5 } });
  });

  test.each([
    ["/api/x?limit=10", "limit"],
    ["/api/x?limit=many", "limit"],
    ["/api/x?owner=me", "owner"],
    ["/api/x?limit=1&limit=2", "limit"],
  ])("B15: %s is refused by name and nothing runs", async (path, name) => {
    expect(await get(path)).toMatchObject({ status: 400, body: { fields: { [name]: expect.any(String) } } });
    expect(ran).toBe(0);
  });
});

describe("when the handler fails", () => {
  const fails = (error: Error) =>
    guardOpen({}, () => Promise.reject(error))(request({ body: "{}" }), { params: Promise.resolve({}) });

  test("H4: the answer names an id and the log has the cause under it", async () => {
    const response = await fails(new Error("no such column: secret at /work/app.ts"));
    expect(response.status).toBe(500);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const text = await response.text();
    expect(text).not.toMatch(/column|\/work/);
    const id = /under ([0-9a-f-]{36})/.exec(text)?.[1] ?? "none";
    expect(logged.join()).toContain(id);
    expect(logged.join()).toContain("no such column");
  });

  test.each(["SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_READONLY"])(
    "G3: %s, as a cause too, is 503",
    async (code) => {
      const sqlite = Object.assign(new Error("x"), { code });
      expect((await fails(sqlite)).status).toBe(503);
      expect((await fails(new Error("outer", { cause: sqlite }))).status).toBe(503);
    },
  );

  test("G16: while the store is away one line a minute says so, however many ask", async () => {
    const full = Object.assign(new Error("disk is full"), { code: "SQLITE_FULL" });
    for (let times = 0; times < 20; times += 1) expect((await fails(full)).status).toBe(503);
    expect(logged.filter((line) => line.includes("disk is full"))).toHaveLength(1);
    expect((await fails(new Error("a bug"))).status).toBe(500);
    expect(logged.filter((line) => line.includes("a bug"))).toHaveLength(1);
  });

  test("G3: 503 claims of a write neither that it was done nor that it was not, and of a read neither", async () => {
    const gone = () => Promise.reject(Object.assign(new Error("x"), { code: "57P01" }));
    const said = async (method: string) => {
      const response = await guardOpen({}, gone)(request({ method, body: "{}" }), { params: Promise.resolve({}) });
      return [response.status, ((await response.json()) as { detail: string }).detail];
    };
    const maybe =
      "The store does not answer at the moment. This may or may not have been done: look again before you repeat it.";
    expect(await said("POST")).toEqual([503, maybe]);
    expect(await said("DELETE")).toEqual([503, maybe]);
    expect(await said("GET")).toEqual([503, "The store does not answer at the moment. Try again."]);
  });

  test("a violated constraint is a bug, so 500", async () => {
    expect((await fails(Object.assign(new Error("x"), { code: "SQLITE_CONSTRAINT_UNIQUE" }))).status).toBe(500);
  });
});

test("a guarded handler carries a mark", () => {
  expect(isGuarded(route)).toBe(true);
  expect(isGuarded(guardOpen({}, () => new Response()))).toBe(true);
  expect(isGuarded(() => new Response())).toBe(false);
});
