import { expect, test } from "vitest";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";
import { services } from "#lib/server/api/services.ts";
import { usualTerms } from "#lib/verdict/client-terms.ts";

const address = "http://127.0.0.1:3000/api/mcp";
const said = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "desk", version: "1" } };

/** Asks as the client of somebody's key; the answer's status, and the session that it names. */
async function ask(name: string, method: string, session?: string) {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(session === undefined ? {} : { "mcp-session-id": session }),
  };
  const message = { jsonrpc: "2.0", id: 1, method, params: method === "initialize" ? said : {} };
  const request = new Request(address, { method: "POST", headers });
  const holder = { key: { id: `key of ${name}`, name: "Laptop", terms: usualTerms }, person: { id: name, name } };
  const { status, headers: answered, body } = await services().gateway.handle(request, holder, message);
  await body?.cancel();
  return { status, session: answered.get("mcp-session-id") ?? "" };
}

async function sessionsOf(name: string, count: number): Promise<string[]> {
  const sessions: string[] = [];
  while (sessions.length < count) sessions.push((await ask(name, "initialize")).session);
  return sessions;
}

test("F12, G14: a person's fifty-first session ends their oldest; at the limit of all, each ends only their own", async () => {
  await gatewayWorld();
  const statusOf = async (name: string, session = "") => (await ask(name, "ping", session)).status;
  const [ofAna] = await sessionsOf("ana", 1);
  const [oldest, next, third] = await sessionsOf("eve", 51);
  expect([await statusOf("eve", oldest), await statusOf("eve", third), await statusOf("eve", next)]).toEqual([
    404, 200, 200,
  ]);
  const [ofCy] = await sessionsOf("cy", 49);
  for (let person = 0; person < 18; person += 1) await sessionsOf(`somebody ${person}`, 50);
  expect((await ask("bob", "initialize")).status).toBe(503);
  const [latest] = await sessionsOf("cy", 1);
  expect([await statusOf("cy", ofCy), await statusOf("cy", latest), await statusOf("ana", ofAna)]).toEqual([
    404, 200, 200,
  ]);
});

test("G8: what a client says of itself, which its session keeps, has an end", async () => {
  const world = await gatewayWorld();
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(await world.keyWith()),
  };
  const statusOf = async (method: string, name: string) => {
    const params = { ...said, clientInfo: { name, version: "1" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const { status, body: answered } = await world.fetch(address, { method: "POST", headers, body });
    await answered?.cancel();
    return status;
  };
  expect(await statusOf("initialize", "a".repeat(10_000))).toBe(200);
  for (const method of ["initialize", "subscriptions/listen"]) {
    expect(await statusOf(method, "a\u200B".repeat(100_000))).toBe(400);
  }
});

test("G7: one request asks for one list, call, resource or prompt", async () => {
  const world = await gatewayWorld();
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(await world.keyWith()),
  };
  const post = async (said: object) =>
    (await world.fetch(address, { method: "POST", headers, body: JSON.stringify(said) })).text();
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const others = ["resources/list", "resources/templates/list", "prompts/list"];
  for (const method of ["tools/list", ...others, "tools/call", "resources/read", "prompts/get"]) {
    expect(await post([list, { ...list, id: 2, method }])).toContain("may ask for one list, call, resource or prompt");
  }
  expect(await post([list, { ...list, id: 2, method: "ping" }])).not.toContain("expected shape");
});
