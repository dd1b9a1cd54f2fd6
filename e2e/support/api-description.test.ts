import { randomUUID } from "node:crypto";
import { Validator as SchemaValidator } from "@cfworker/json-schema";
import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeEach, expect, test } from "vitest";
import { routeFacts } from "#lib/server/api/guard.ts";
import { everyRoute } from "#lib/server/api/every-route.ts";
import { fakeTool, type FakeTool } from "./fake-tool.ts";
import { until } from "./gate-world.ts";
import { routesWorld, type RoutesWorld } from "./routes-world.ts";

type Json = Record<string, unknown>;
type Operation = {
  requestBody?: { content: { "application/json"?: { schema: Json } } };
  parameters: { name: string; in: string; schema: Json }[];
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Json } };

/** Where open routes are that only our own pages use: those by which people come in, and the empty frame of apps. */
const ofPages = ["/api/session", "/api/people/", "/api/servers/callback", "/api/apps/frame"];

let world: RoutesWorld;
let pay: FakeTool;
let document: Document;

beforeEach(async () => {
  pay = fakeTool("pay", {
    flag: "always",
    inputSchema: { type: "object", properties: { amount: { type: "number" } } },
  });
  world = await routesWorld({ tools: [pay] });
  document = (await (await world.call("GET", "/api/openapi.json")).json()) as Document;
});

/** What an answer must be by the document; throws where the document has no such answer. */
async function fits(method: string, path: string, response: Response): Promise<Json> {
  const answers = document.paths[path]?.[method]?.responses ?? {};
  const content = (answers[String(response.status)] ?? answers["default"])?.content;
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  const said = content?.[type];
  if (!said) throw new Error(`${method} ${path} is not said to answer ${response.status} as ${type}.`);
  const json = (await response.json()) as Json;
  expect(errorsBy(said.schema, json), `${method} ${path}`).toEqual([]);
  return json;
}

function errorsBy(schema: Json, value: unknown): string[] {
  // References of the document begin at its root.
  const validator = new SchemaValidator({ ...schema, components: document.components }, "2020-12", false);
  return validator.validate(value).errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

async function waiting(headers: Record<string, string>) {
  const id = randomUUID();
  world.model.tell(id, [{ calls: [{ name: "srv__pay", args: { amount: 1 } }] }]);
  const sent = await world.call("POST", "/api/chat", {
    body: { chatId: id, message: { id: randomUUID(), text: id } },
    headers,
  });
  expect(sent.headers.get("content-type")).toContain("text/event-stream");
  void sent.body?.cancel();
  let approvals: { id: string; view: { digest: string } }[] = [];
  await until(async () => {
    const listed = await world.call("GET", `/api/approvals?chat=${id}`, { headers: world.asPerson() });
    approvals = (await listed.json()) as typeof approvals;
    return approvals.length === 1;
  }, "the question");
  return { chat: id, id: approvals[0]?.id ?? "" };
}

test("G8: the description is written once, and read again only where it is another", async () => {
  const first = await world.call("GET", "/api/openapi.json");
  const etag = first.headers.get("etag") ?? "";
  expect([etag, first.headers.get("cache-control")]).toEqual([expect.stringMatching(/^"[\w-]{43}"$/), "no-cache"]);
  const again = await world.call("GET", "/api/openapi.json", { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const other = await world.call("GET", "/api/openapi.json", { headers: { "if-none-match": `"of an older release"` } });
  expect([other.status, await other.json()]).toEqual([200, document]);
});

test("the document is OpenAPI 3.1", async () => {
  const result = await new Validator().validate(structuredClone(document) as Json);
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

test("every route that a program may call is described, and no other; to the rest no key gets in", async () => {
  const routes = await everyRoute();
  const forPrograms = routes
    .filter(({ handler }) => routeFacts(handler)?.scope !== undefined || routeFacts(handler)?.open === true)
    .filter(({ path, handler }) => routeFacts(handler)?.open !== true || !ofPages.some((from) => path.startsWith(from)))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => name !== "GET /api/openapi.json");
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(forPrograms.toSorted());
  const headers = await world.asProgram("approvals:read", "approvals:decide", "audit:read", "metrics:read");
  for (const { method, path, handler } of routes) {
    const facts = routeFacts(handler);
    expect(facts, `${method} ${path}`).not.toBeNull();
    if (facts?.open !== false || facts.scope !== undefined) continue;
    const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
    const at = path.replaceAll(/\{\w+\}/g, "abcdefgh");
    expect((await world.call(method, at, { ...body, headers })).status, `${method} ${path}`).toBe(403);
  }
});

test("F10, I6: a key gets in nowhere beyond its scope", async () => {
  const scopes = ["approvals:read", "approvals:decide", "tools:call", "audit:read", "metrics:read"] as const;
  for (const scope of scopes) {
    const headers = await world.asProgram(scope);
    for (const { method, path, handler } of await everyRoute()) {
      const facts = routeFacts(handler);
      if (facts?.open === true || facts?.scope === scope) continue;
      const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
      const answer = await world.call(method, path.replaceAll(/\{\w+\}/g, "abcdefgh"), { ...body, headers });
      expect(answer.status, `${scope}: ${method} ${path}`).toBe(403);
    }
  }
});

test("S2.4, S2.5, S2.8, S2.16, S2.17: real answers are as the document says", async () => {
  const { chat, id } = await waiting(world.asPerson());
  const read = await world.asProgram("approvals:read");
  const decide = await world.asProgram("approvals:decide");
  const call = await world.asProgram("tools:call");
  const [item] = (await fits(
    "get",
    "/api/approvals",
    await world.call("GET", "/api/approvals", { headers: read }),
  )) as unknown as Json[];
  expect(item).toMatchObject({
    id,
    toolName: "pay",
    arguments: { amount: 1 },
    requestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    sessionId: chat,
    userPrompt: chat,
    runId: expect.any(String) as string,
    userId: expect.any(String) as string,
    status: "pending",
    context: { reversibility: "UNKNOWN" },
  });
  await fits("get", "/api/approvals/{id}", await world.call("GET", `/api/approvals/${id}`, { headers: read }));
  const post = (path: string, body: unknown) => world.call("POST", path, { body, headers: decide });
  await fits("post", "/api/approvals/{id}/extend", await post(`/api/approvals/${id}/extend`, {}));
  const approve = `/api/approvals/${id}/approve`;
  for (const [path, target, body] of [
    ["/api/chat", "/api/chat", { chatId: chat, message: { id: "m2", text: "never mind" } }],
    ["/api/chat/{id}/stop", `/api/chat/${chat}/stop`, {}],
  ] as const) {
    // F10 (no key both calls and answers): a key that calls tools ends no question that waits for a person.
    const kept = await fits("post", path, await world.call("POST", target, { body, headers: call }));
    expect(kept).toMatchObject({ status: 409, code: "conflict", detail: expect.stringContaining("person") as string });
  }
  const unfit = await fits(
    "post",
    "/api/approvals/{id}/approve",
    await post(approve, { modifiedArguments: { amount: "all" } }),
  );
  expect(unfit).toMatchObject({
    status: 422,
    code: "does-not-fit",
    success: false,
    message: "The arguments do not fit the tool's schema.",
    fields: { "/amount": expect.any(String) as string },
  });
  const approved = await fits(
    "post",
    "/api/approvals/{id}/approve",
    await post(approve, { modifiedArguments: { amount: 2 } }),
  );
  expect(approved).toEqual({ success: true, message: "Approved", approval: { id, status: "accepted" } });
  const recorded = await world.database.db.selectFrom("audit").select("kind").where("approval_id", "=", id).execute();
  expect(recorded).toContainEqual({ kind: "approval-decided" });
  await until(() => pay.ran.length === 1, "the call");
  expect(pay.ran[0]?.arguments).toEqual({ amount: 2 });
  const late = await fits("post", "/api/approvals/{id}/reject", await post(`/api/approvals/${id}/reject`, {}));
  expect(late).toMatchObject({ status: 409, success: false, message: "Approval not found or already resolved" });
  const unknown = await fits("post", "/api/approvals/{id}/reject", await post("/api/approvals/none/reject", {}));
  expect(unknown).toMatchObject({ status: 404, success: false, message: "Approval not found or already resolved" });
  await fits("get", "/api/chat/{id}", await world.call("GET", `/api/chat/${chat}`, { headers: call }));
  await fits(
    "post",
    "/api/chat/{id}/stop",
    await world.call("POST", `/api/chat/${chat}/stop`, { body: {}, headers: call }),
  );
  const audit = await world.asProgram("audit:read");
  await fits("get", "/api/audit", await world.call("GET", "/api/audit?limit=5", { headers: audit }));
  await fits("get", "/api/audit", await world.call("GET", "/api/audit?limit=many", { headers: audit }));
  await fits("get", "/api/audit", await world.call("GET", "/api/audit", {}));
  await fits("get", "/api/health", await world.call("GET", "/api/health"));
  await fits("get", "/api/ready", await world.call("GET", "/api/ready"));
});

test("S2.7: a decline by a program carries the reason of the body before that of the address", async () => {
  const { id } = await waiting(world.asPerson());
  const headers = await world.asProgram("approvals:decide");
  const declined = await world.call("POST", `/api/approvals/${id}/reject?reason=address`, {
    body: { reason: "body" },
    headers,
  });
  expect(await declined.json()).toEqual({ success: true, message: "Rejected", approval: { id, status: "declined" } });
  const read = await world.call("GET", `/api/approvals/${id}`, { headers: world.asPerson() });
  expect(await read.json()).toMatchObject({ view: { decision: { action: "decline", note: "body" } } });
  expect(pay.ran).toHaveLength(0);
});

test("F10: a program's call is not answered by a key of the same person, over HTTP too", async () => {
  const { id } = await waiting(await world.asProgram("tools:call"));
  const headers = await world.asProgram("approvals:decide");
  const refused = await fits(
    "post",
    "/api/approvals/{id}/approve",
    await world.call("POST", `/api/approvals/${id}/approve`, { body: {}, headers }),
  );
  expect(refused).toMatchObject({ status: 403, success: false });
  const own = await world.call("POST", `/api/approvals/${id}/approve`, { body: {}, headers: world.asPerson() });
  expect(own.status).toBe(200);
  await until(() => pay.ran.length === 1, "the call");
});

test("B15: a body that the document refuses the handler refuses too, and the other way round", async () => {
  const headers = await world.asProgram("approvals:decide");
  const calls = await world.asProgram("tools:call");
  const asks = await world.asProgram("asks");
  const reads = await world.asProgram("approvals:read");
  const keyFor = (path: string) => {
    if (path.endsWith("/previews")) return reads;
    return /^\/api\/(chat|mcp)/.test(path) ? calls : path.startsWith("/api/asks") ? asks : headers;
  };
  const bodies: unknown[] = [
    {},
    { modifiedArguments: {} },
    { modifiedArguments: [] },
    { modifiedArguments: "x" },
    { modifiedArguments: null },
    { reason: "no" },
    { reason: 5 },
    { reason: "x".repeat(4_001) },
    { note: "x".repeat(4_000), digest: "y" },
    { unexpected: true },
    [],
    "text",
    null,
    { chatId: "abcdefgh", message: { id: "m1", text: "hello" } },
    { chatId: "a b", message: { id: "m1", text: "hello" } },
    { chatId: "abcdefgh", message: { id: "m1", text: "" } },
    { chatId: "abcdefgh", message: { id: "m1", text: "hello", role: "system" } },
    { tool: "Bash", arguments: [] },
    { tool: "", arguments: {} },
    { tool: "Bash", arguments: {}, agent: "Claude" },
    { outcome: "done" },
    { outcome: "perhaps" },
  ];
  for (const [path, operations] of Object.entries(document.paths)) {
    const schema = operations["post"]?.requestBody?.content["application/json"]?.schema;
    if (!schema) continue;
    for (const body of bodies) {
      const at = path.replaceAll(/\{\w+\}/g, "abcdefgh");
      const answer = await world.call("POST", at, {
        body: JSON.stringify(body),
        headers: keyFor(path),
      });
      void answer.body?.cancel();
      const refused = answer.status === 400;
      expect({ path, body, refused }).toEqual({ path, body, refused: errorsBy(schema, body).length > 0 });
    }
  }
});

test("B15: what an address may ask is as the document says", async () => {
  const headers = await world.asProgram("approvals:read", "audit:read");
  const asked: [string, string, string][] = [
    ["/api/approvals", "status", "pending"],
    ["/api/approvals", "status", "open"],
    ["/api/approvals", "limit", "200"],
    ["/api/approvals", "limit", "201"],
    ["/api/approvals", "limit", "-1"],
    ["/api/approvals", "since", "2026-01-01T00:00:00Z"],
    ["/api/approvals", "since", "yesterday"],
    ["/api/approvals", "owner", "me"],
    ["/api/audit", "topic", "calls"],
    ["/api/audit", "topic", "none"],
    ["/api/audit", "before", "0"],
  ];
  for (const [path, name, value] of asked) {
    const said = document.paths[path]?.["get"]?.parameters.find((parameter) => parameter.name === name);
    const isNumber = said?.schema["type"] === "integer";
    const allowed = said !== undefined && errorsBy(said.schema, isNumber ? Number(value) : value).length === 0;
    const { status } = await world.call("GET", `${path}?${name}=${value}`, { headers });
    expect({ name, value, status }).toEqual({ name, value, status: allowed ? 200 : 400 });
  }
});

test("B11: a stream that a program has open ends when its key is revoked", async () => {
  const headers = await world.asProgram("tools:call");
  const { chat } = await waiting(headers);
  const watched = await world.call("GET", `/api/chat/${chat}/stream`, { headers });
  const reader = watched.body?.getReader();
  const readToEnd = async () => {
    while (reader && !(await reader.read()).done);
  };
  const ended = readToEnd().then(
    () => "ended",
    () => "ended",
  );
  const [key] = (
    (await (await world.call("GET", "/api/keys", { headers: world.asPerson() })).json()) as { keys: { id: string }[] }
  ).keys;
  const revoked = await world.call("DELETE", `/api/keys/${key?.id}`, { headers: world.asPerson() });
  expect(revoked.status).toBe(204);
  expect(await ended).toBe("ended");
  expect((await world.call("GET", `/api/chat/${chat}`, { headers })).status).toBe(401);
});
