import fc from "fast-check";
import { expect, test } from "vitest";
import { routesWorld } from "#e2e/support/routes-world.ts";
import { cookieOf, markOf, password } from "#e2e/support/test-team.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { newLink } from "#lib/server/people/session.ts";
import { TokenSeal } from "#lib/server/http/token-seal.ts";
import { whoseWork } from "#lib/store/engine/fair-turns.ts";
import { services, installServices } from "./services.ts";
import { KnownCallers } from "./known-callers.ts";

const origin = "http://127.0.0.1:3000";
const ours = "__Host-countersign-3000";
const proof = "p".repeat(64);
const wrongProof = "q".repeat(64);
const aSealedLine = expect.stringMatching(/^sealed \d+$/);
const seal = new TokenSeal("of this instance");

const showing = (headers: Record<string, string>) => ({ headers });
const session = (token: string, shown: string | null = proof) =>
  showing({ cookie: `${ours}=${token}`, ...(shown === null ? {} : { "countersign-proof": shown }) });

test("G23: a request waits for the store in the line of its person, and before that is known apart from strangers", async () => {
  const world = await routesWorld();
  const { sessions, inbox, ...others } = services();
  const lookedUpIn: (string | undefined)[] = [];
  const workedIn: (string | undefined)[] = [];
  installServices({
    ...others,
    sessions: { ...sessions, personOf: (shown) => (lookedUpIn.push(whoseWork()), sessions.personOf(shown)) },
    inbox: { ...inbox, list: (...asked) => (workedIn.push(whoseWork()), inbox.list(...asked)) },
  });
  const person = await sessions.personOf(world.cookie);
  const ask = (headers: Record<string, string>) => world.call("GET", "/api/approvals", { headers });
  await ask(world.asPerson());
  await ask(world.asPerson());
  await ask({ cookie: `${ours}=invented` });
  await ask({ ...world.asPerson(), "countersign-proof": wrongProof });
  expect(lookedUpIn).toEqual([aSealedLine, person?.id, "strangers", lookedUpIn[0]]);
  expect(workedIn).toEqual([person?.id, person?.id]);
  const key = await world.asProgram("approvals:read");
  const { callers } = services();
  expect(callers.lineOf(showing(key))).toEqual(aSealedLine);
  await ask(key);
  expect(callers.lineOf(new Request(origin, { headers: key }))).toBe(person?.id);
});

test("G23: after a restart, and at another instance, sessions and keys that nobody showed yet wait apart from strangers", async () => {
  const store = await openTestDatabase();
  const first = await routesWorld({ store });
  const key = await first.asProgram("approvals:read");
  const shown = [{ cookie: first.cookie }, key];
  const lines = () => shown.map((headers) => services().callers.lineOf(showing(headers)));
  const before = lines();
  expect(before).toEqual([aSealedLine, aSealedLine]);
  await routesWorld({ store });
  expect(lines()).toEqual(before);
  await routesWorld();
  expect(lines()).toEqual(["strangers", "strangers"]);
});

test("B18, G23: a browser in which somebody signed in before does not wait among strangers, also signed out", async () => {
  const { database, services: built } = await routesWorld({ variables: { AUTH: "team" } });
  const key = new URL(await newLink(database, origin)).hash.replace("#key=", "");
  const given = { key, name: "Olga", email: "olga@example.com", password };
  const entered = await built.team!.signInWays.bySetUp(given, null);
  const lineOf = (cookie: string) => built.callers.lineOf(showing({ cookie }));
  await built.sessions.leave(cookieOf(entered), { everywhere: false });
  expect([lineOf(markOf(entered)), lineOf(cookieOf(entered))]).toEqual([aSealedLine, aSealedLine]);
  expect(lineOf(`${markOf(entered)}x`)).toBe("strangers");
});

test("G23: nothing of a request but its session or its key says whose line is its own", () => {
  const callers = new KnownCallers({ port: 3000, seal });
  callers.learn(session("mia"), "mia");
  callers.learn(showing({ authorization: "Bearer of-max" }), "max");
  const lineOf = (headers: Record<string, string>) => callers.lineOf(showing(headers));
  const own = { cookie: `${ours}=mia`, "countersign-proof": proof };
  for (const more of [
    { cookie: `theme=dark; ${own.cookie}; ${ours}-known=mark` },
    { cookie: `${own.cookie}; ${ours}-known=${seal.sealed("mark")}` },
    { authorization: "Bearer another" },
    { "user-agent": "another" },
  ]) {
    expect(lineOf({ ...own, ...more })).toBe("mia");
  }
  expect(lineOf({ authorization: "bearer  of-max ", "countersign-proof": proof, cookie: "theme=dark" })).toBe("max");
  expect(lineOf({ authorization: "Basic of-max" })).toBe("strangers");
});

test("G23: a session has two entries at most, whatever is shown beside it, so nobody pushes others out", () => {
  const callers = new KnownCallers({ port: 3000 });
  callers.learn(session("mia"), "mia");
  for (let n = 0; n < 9_999; n += 1) {
    for (const cookie of [`${ours}=max-${n}`, `j=${n}; ${ours}=max-${n}`]) {
      callers.learn(showing({ cookie, authorization: `Bearer ${cookie}`, "countersign-proof": proof }), "max");
    }
    callers.learn(session("max", `${wrongProof}${n}`), null);
  }
  expect([callers.lineOf(session("mia")), callers.lineOf(session("mia", null))]).toEqual(["mia", "mia opens a page"]);
  callers.learn(session("one-more"), "max");
  expect(callers.lineOf(session("mia"))).toBe("strangers");
});

test("what many strangers show is not remembered, nor what is nobody's any more", () => {
  const callers = new KnownCallers({ port: 3000 });
  const program = (token: string) => session(token, null);
  callers.learn(program("a"), "ana");
  callers.learn(program("b"), null);
  expect([callers.lineOf(program("a")), callers.lineOf(program("b"))]).toEqual(["ana", "strangers"]);
  callers.learn(program("a"), null);
  expect(callers.lineOf(program("a"))).toBe("strangers");
});

test("G23: whoever opens a page, and so shows no proof, waits neither among strangers nor in the line of their person", () => {
  const callers = new KnownCallers({ port: 3000, seal });
  const lines = () =>
    ["a", seal.sealed("a")].flatMap((token) =>
      [proof, null, wrongProof].map((shown) => callers.lineOf(session(token, shown))),
    );
  callers.learn(session("a"), "ana");
  callers.learn(session(seal.sealed("a")), "ana");
  expect(lines()).toEqual(["ana", "ana opens a page", "strangers", "ana", "ana opens a page", aSealedLine]);
  callers.learn(session("a"), null);
  callers.learn(session(seal.sealed("a")), null);
  expect(lines()).toEqual(["strangers", "strangers", "strangers", aSealedLine, aSealedLine, aSealedLine]);
});

test("G23: whoever collects what was given out, and shows it in any way, has thirty-two lines at most", () => {
  const callers = new KnownCallers({ port: 3000, seal });
  const lines = new Set<string>();
  for (let n = 0; n < 3_000; n += 1) {
    const token = seal.sealed(`token ${n}`);
    lines.add(callers.lineOf(session(token, n % 2 === 0 ? proof : null)));
    lines.add(callers.lineOf(showing({ cookie: `${ours}-known=${token}` })));
    lines.add(callers.lineOf(showing({ cookie: `j=${n}`, authorization: `Bearer ${token}` })));
  }
  expect(lines.size).toBe(32);
  expect([...lines]).toEqual(Array(32).fill(aSealedLine));
});

test("G23: whatever bytes a stranger shows, it waits among strangers", () => {
  const callers = new KnownCallers({ port: 3000, seal });
  const mark = seal.sealed("token").slice(-22);
  const bytes = fc.string({ unit: "binary", maxLength: 60 });
  const value = fc.oneof(
    bytes,
    bytes.map((said) => said + mark),
    bytes.map((said) => `${said}; ${ours}=${said}${mark}; ${ours}-known=${said}`),
    bytes.map((said) => `Bearer ${said}${mark}`),
  );
  const names = ["cookie", "authorization", "countersign-proof"] as const;
  const shown = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
  fc.assert(fc.property(shown, (headers) => callers.lineOf({ headers }) === "strangers"));
});
