import { globSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { victims } from "#e2e/support/authorisation/objects.ts";
import { pages, table, type Method, type Rule } from "#e2e/support/authorisation/table.ts";
import type { Role } from "#lib/people/role.ts";
import { authorisationWorld, origin, type Principal } from "#e2e/support/authorisation/world.ts";
import { mostInFull } from "#lib/server/people/failures.ts";
import { isGuarded } from "./guard.ts";

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
type Outcome = "in" | "shut" | "forbidden" | "hidden";
type World = Awaited<ReturnType<typeof authorisationWorld>>;
type Whose = "own" | "another's" | null;

const root = path.resolve(import.meta.dirname, "../../..");
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Every route in the source, by its address. */
const routes = new Map(
  globSync("app/**/route.ts", { cwd: root }).map((file) => [`/${path.dirname(path.relative("app", file))}`, file]),
);

async function handlersOf(address: string): Promise<Map<string, Handler>> {
  const file = routes.get(address);
  const exported = (await import(path.join(root, file ?? ""))) as Record<string, Handler>;
  return new Map(Object.entries(exported).filter(([name]) => methods.includes(name)));
}

test("B1: every route and every page stands in the table, and nothing else does", () => {
  expect(Object.keys(table).toSorted()).toEqual([...routes.keys()].toSorted());
  const files = globSync("app/**/page.tsx", { cwd: root });
  const addresses = files.map((file) => `/${path.dirname(path.relative("app", file))}`.replace("/.", "/"));
  expect(Object.keys(pages).toSorted()).toEqual(addresses.toSorted());
});

/** What the table says of one request. */
function expected(rule: Rule & { who: readonly Role[] }, by: Principal, whose: Whose): Outcome {
  if (by.role === null || (rule.keyOnly && by.scope === null)) return "shut";
  const keyFits = by.scope === null || (rule.key === by.scope && rule.fresh !== true);
  const isShutOut = rule.tooMuchFor?.includes(by.role) ?? false;
  if (!keyFits || !rule.who.includes(by.role) || isShutOut) return "forbidden";
  if ((rule.fresh || (rule.freshForOthers && whose === "another's")) && by.isStale) return "forbidden";
  if (whose === "own" && rule.notOwn) return "forbidden";
  return whose === "another's" && !rule.others?.includes(by.role) ? "hidden" : "in";
}

const outcomes: Record<number, Outcome> = { 401: "shut", 403: "forbidden", 404: "hidden" };

let world: World;
beforeAll(async () => {
  world = await authorisationWorld();
});
afterAll(() => world.close());

async function ask({ handler, method, address, rule, by, whose, card }: Asked) {
  // A person with a passkey must show it.
  await world.database.db.deleteFrom("passkeys").execute();
  const owner = whose === "own" ? (by.personId ?? "victim") : "victim";
  const object = rule.object === undefined ? {} : await world.objects[rule.object](owner);
  const params: Record<string, string> = { ...object };
  const id = params["id"] ?? "";
  const at =
    address.replace(/\[(\w+)\]/g, (_all, name: string) => params[name] ?? "x") +
    (rule.query?.(id === "" ? card : id) ?? "");
  await world.database.db.deleteFrom("sign_in_tries").execute();
  const headers = { host: "127.0.0.1:3000", origin, "content-type": "application/json", ...(await by.headers()) };
  const body = ["POST", "PUT", "PATCH"].includes(method) ? { body: JSON.stringify(rule.body?.(id) ?? {}) } : {};
  const response = await handler(new Request(origin + at, { method, headers, ...body }), {
    params: Promise.resolve(params),
  });
  const type = response.headers.get("content-type") ?? "";
  const isStream = type.startsWith("text/event-stream");
  if (isStream) await response.body?.cancel();
  return { status: response.status, text: isStream ? "" : await response.text() };
}

type Asked = {
  handler: Handler;
  method: string;
  address: string;
  rule: Rule;
  by: Principal;
  whose: Whose;
  card: string;
};

describe("B1: who may do what", () => {
  test.each(Object.keys(table).filter((address) => routes.has(address)))("%s", async (address) => {
    const handlers = await handlersOf(address);
    const rules = table[address] ?? {};
    expect([...handlers.keys()].toSorted()).toEqual(Object.keys(rules).toSorted());
    const card = await world.seedVictim();
    const wrong: string[] = [];
    for (const [method, handler] of handlers) {
      expect(isGuarded(handler)).toBe(true);
      for (const rule of [rules[method as Method] ?? []].flat()) {
        for (const by of world.principals) {
          for (const whose of rule.object === undefined ? [null] : (["own", "another's"] as const)) {
            const { status, text } = await ask({ handler, method, address, rule, by, whose, card });
            const outcome = outcomes[status] ?? "in";
            const what = `${method} by ${by.name}${whose === null ? "" : ` of ${whose}`}`;
            if (rule.who === "open") {
              // The content of its answer does not matter here, but it refuses nobody and does not fail.
              if (status === 403 || status === 500) wrong.push(`${what}: ${status} ${text.slice(0, 200)}`);
              continue;
            }
            const should = expected({ ...rule, who: rule.who }, by, whose);
            if (outcome !== should) wrong.push(`${what}: ${should}, but ${status} ${text.slice(0, 200)}`);
            if (status >= 500) wrong.push(`${what}: ${status}, ${world.failures.at(-1) ?? ""}`);
            if (status === 400 && rule.object !== undefined) wrong.push(`${what}: the body does not fit: ${text}`);
            const sees = by.role !== null && (rule.sees?.includes(by.role) ?? false);
            if (rule.sees !== undefined && outcome === "in" && text.includes(victims) !== sees) {
              wrong.push(`${what}: ${sees ? "does not see" : "sees"} what is another's: ${text.slice(0, 300)}`);
            }
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** What reaches the handlers of open routes, and is nobody's: made anew for each request. */
const strangers: Record<string, (at: number) => object> = {
  "/api/oauth/register": () => ({ client_name: "desk", redirect_uris: ["https://desk.example.com/back"] }),
  "/api/people/invitations/look": (at) => ({ key: `k${at}` }),
  "/api/people/join": (at) => ({ key: `k${at}`, name: "Nobody", password }),
  "/api/session": (at) => ({ key: `k${at}` }),
  "/api/session/oidc": () => ({}),
  "/api/session/oidc/return": (at) => ({ query: `code=c&state=s${at}` }),
  "/api/session/passkey": (at) => ({ attempt: `k${at}`, response: passkeyAnswer }),
  "/api/session/password": (at) => ({ email: `nobody${at % 3}@example.com`, password }),
  "/api/session/reset": (at) => ({ key: `k${at}`, password }),
  "/api/session/reset/look": (at) => ({ key: `k${at}` }),
  "/api/session/set-up": (at) => ({ key: `k${at}`, name: "Nobody", email: `nobody${at}@example.com`, password }),
};
const password = "none of theirs, and long";
const signed = { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" };
const passkeyAnswer = { id: "AA", rawId: "AA", type: "public-key", clientExtensionResults: {}, response: signed };
const isForm = (address: string) => /^\/api\/oauth\/(?:token|revoke)$/.test(address);
/** Many more than are recorded in full. */
const requests = 4 * mostInFull;

test("B18, G16: no route writes an audit record for each request that somebody without a session sends", async () => {
  // All within one quarter of an hour: the next one begins to record anew.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { db } = world.database;
  const count = async () => (await db.selectFrom("audit").select("seq").execute()).length;
  const wrong: string[] = [];
  for (const [address, rules] of Object.entries(table)) {
    for (const [method, handler] of await handlersOf(address)) {
      const isOpen = [rules[method as Method] ?? []].flat().some(({ who }) => who === "open");
      const before = await count();
      await db.deleteFrom("sign_in_tries").execute();
      // Where nothing may be recorded, one too many shows at once.
      for (let at = 0; at < (isOpen ? requests : 2); at += 1) {
        const type = isForm(address) ? "application/x-www-form-urlencoded" : "application/json";
        const headers = { host: "127.0.0.1:3000", origin, "content-type": type };
        const body = isForm(address)
          ? `grant_type=refresh_token&token=t${at}&refresh_token=t${at}&client_id=c`
          : JSON.stringify(strangers[address]?.(at) ?? {});
        const sent = method === "GET" ? { headers } : { method, headers, body };
        const path = address.replaceAll(/\[\w+\]/g, "x");
        const request = new Request(`${origin}${path}?code=c&state=s${at}`, sent);
        const response = await handler(request, { params: Promise.resolve({ id: "x", messageId: "x" }) });
        const text = await response.text();
        if (!isOpen && response.status !== 401) wrong.push(`${method} ${address}: ${response.status}`);
        // A body that is refused for its shape reaches nothing.
        if (text.includes("expected shape")) wrong.push(`${method} ${address}: ${text}`);
      }
      const written = (await count()) - before;
      // Of each kind some are recorded in full; a door has two kinds at most.
      if (written > (isOpen ? 2 * mostInFull : 0)) wrong.push(`${method} ${address}: ${written} records`);
    }
  }
  expect(wrong).toEqual([]);
});

test("B11: all runs and cards of a disabled person are stopped, and nobody else's", async () => {
  const disable = (await handlersOf("/api/people/[id]")).get("PATCH");
  const { id: leaving } = await world.objects.person();
  const [theirs, others] = [await world.objects.approval(leaving), await world.objects.approval("member")];
  const owner = world.principals.find(({ name }) => name === "owner");
  if (disable === undefined || owner === undefined) throw new Error("There is no such route or person.");
  const headers = { host: "127.0.0.1:3000", origin, "content-type": "application/json", ...(await owner.headers()) };
  const request = new Request(`${origin}/api/people/x`, { method: "PATCH", headers, body: `{"disabled":true}` });
  expect((await disable(request, { params: Promise.resolve({ id: leaving }) })).status).toBe(200);
  const statusOf = async (id: string) =>
    (await world.database.db.selectFrom("approvals").select("status").where("id", "=", id).executeTakeFirstOrThrow())
      .status;
  expect([await statusOf(theirs.id), await statusOf(others.id)]).toEqual(["cancelled", "pending"]);
});
