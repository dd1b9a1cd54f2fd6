import { expect, test } from "vitest";
import { routesWorld } from "#e2e/support/routes-world.ts";
import { whoseWork } from "#lib/store/engine/fair-turns.ts";
import { services, installServices } from "./services.ts";
import { KnownCallers } from "./known-callers.ts";

test("G23: a request waits for the store in the line of its person; until that is known, in the one of strangers", async () => {
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
  await ask({ cookie: "__Host-countersign-3000=invented" });
  await ask({ ...world.asPerson(), "countersign-proof": "q".repeat(64) });
  expect(lookedUpIn).toEqual(["strangers", person?.id, "strangers", "strangers"]);
  expect(workedIn).toEqual([person?.id, person?.id]);
  const key = await world.asProgram("approvals:read");
  await ask(key);
  expect(services().callers.lineOf(new Request("http://127.0.0.1:3000", { headers: key }))).toBe(person?.id);
});

test("what many strangers show is not remembered, nor what is nobody's any more", () => {
  const callers = new KnownCallers();
  const showing = (cookie: string) => new Request("http://127.0.0.1:3000", { headers: { cookie } });
  callers.learn(showing("a"), "ana");
  callers.learn(showing("b"), null);
  expect([callers.lineOf(showing("a")), callers.lineOf(showing("b"))]).toEqual(["ana", "strangers"]);
  callers.learn(showing("a"), null);
  expect(callers.lineOf(showing("a"))).toBe("strangers");
});

test("G23: whoever opens a page, and so shows no proof, waits neither among strangers nor in the line of their person", () => {
  const callers = new KnownCallers();
  const showing = (headers: Record<string, string>) => ({ headers: { cookie: "a", ...headers } });
  callers.learn(showing({ "countersign-proof": "p" }), "ana");
  const lines = [showing({ "countersign-proof": "p" }), showing({}), showing({ cookie: "b" })];
  expect(lines.map((shown) => callers.lineOf(shown))).toEqual(["ana", "ana opens a page", "strangers"]);
  callers.learn(showing({ "countersign-proof": "p" }), null);
  expect(lines.map((shown) => callers.lineOf(shown))).toEqual(["strangers", "strangers", "strangers"]);
});
