import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { routesWorld, type RoutesWorld } from "#e2e/support/routes-world.ts";
import type { Foreseen, Foresight } from "#lib/policies/changes/foreseen.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

const path = "/api/policy/will-it-ask";

async function read(world: RoutesWorld, caller = "chat"): Promise<Foresight> {
  const response = await world.call("GET", `${path}?caller=${encodeURIComponent(caller)}`, {
    headers: world.asPerson(),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Foresight;
}

async function tried(world: RoutesWorld, tool: string, args: object, caller = "chat") {
  const body = { tool: `srv__${tool}`, arguments: args, caller };
  const response = await world.call("POST", path, { body, headers: world.asPerson() });
  return { status: response.status, json: (await response.json()) as Foreseen & { fields?: Record<string, string> } };
}

const amount = { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] };

test("P30: each tool says whether it runs, asks you, asks others or is refused, and which line of the order says so", async () => {
  const trusted = { server: { id: "srv", title: "Server", origin: "npx server", trusted: true } };
  const reads = { annotations: { readOnlyHint: true } };
  const world = await routesWorld({
    tools: [
      fakeTool("drop"),
      fakeTool("always", { flag: "always" }),
      fakeTool("ruled"),
      fakeTool("never", { flag: "never" }),
      fakeTool("reads", { ...trusted, ...reads, risk: 0 }),
      fakeTool("writes", trusted),
      fakeTool("others", { who: { kind: "other" } }),
      fakeTool("limited", { inputSchema: amount }),
    ],
    policy: policyOf(`rules:
  - { id: no-drop, tool: drop, then: deny }
  - { id: may, tool: ruled, then: allow }
  - { id: small, tool: limited, when: args.amount <= 5, then: allow }
`),
  });
  const { tools, callers } = await read(world);
  expect(callers).toEqual([{ caller: "chat", name: "Your chat" }]);
  const said = Object.fromEntries(
    tools.filter(({ server }) => server.id === "srv").map(({ name, answer }) => [name, [answer.wouldBe, answer.line]]),
  );
  expect(said).toEqual({
    drop: ["refused", "refused"],
    always: ["asks-you", "always"],
    ruled: ["runs", "rules"],
    never: ["runs", "never"],
    reads: ["runs", "default"],
    writes: ["asks-you", "default"],
    others: ["asks-others", "default"],
    limited: ["asks-you", "default"],
  });
  const of = (wanted: string) => tools.find(({ name }) => name === wanted);
  expect(of("drop")?.answer.control).toEqual({ kind: "rule", ruleId: "no-drop", isOfApp: false });
  expect(of("others")?.answer.neverApproved).toMatch(/^It needs a reviewer/);
  expect(of("limited")?.depends).toMatchObject({
    rules: 1,
    words: ["Calls of limited run without asking when args.amount <= 5."],
  });
  expect(of("drop")?.depends.rules).toBe(0);
  await world.close();
});

test("P31: a call that one types in is judged as the gate judges it, and nothing of it stays", async () => {
  const tool = fakeTool("pay", { inputSchema: amount });
  const world = await routesWorld({
    tools: [tool],
    policy: policyOf(`rules:
  - { id: small, tool: pay, when: 'calls("day") < 1 && args.amount <= 5', then: allow }
  - { id: huge, tool: pay, when: args.amount > 100, then: deny, reason: Too much. }
`),
  });
  const tables = ["audit", "tool_calls", "approvals", "chats", "runs", "budget_locks"] as const;
  const rows = async () =>
    Promise.all(tables.map(async (table) => (await world.database.db.selectFrom(table).selectAll().execute()).length));
  const before = await rows();
  for (let time = 0; time < 3; time++) {
    expect((await tried(world, "pay", { amount: 5 })).json).toMatchObject({ wouldBe: "runs", line: "rules" });
  }
  expect((await tried(world, "pay", { amount: 6 })).json).toMatchObject({ wouldBe: "asks-you", line: "default" });
  expect((await tried(world, "pay", { amount: 101 })).json).toMatchObject({
    wouldBe: "refused",
    line: "refused",
    reason: "Too much.",
    control: { kind: "rule", ruleId: "huge", isOfApp: false },
  });
  expect(await tried(world, "pay", { amount: "much" })).toMatchObject({ status: 422 });
  expect(await tried(world, "gone", {})).toMatchObject({ status: 404 });
  expect(await tried(world, "pay", { amount: 1 }, "gateway:Somebody's")).toMatchObject({ status: 404 });
  expect(await tried(world, "pay", { amount: 1, note: "x".repeat(70_000) })).toMatchObject({ status: 413 });
  expect(await rows()).toEqual(before);
  expect(tool.ran).toEqual([]);
  expect(world.logged.join("\n")).not.toContain("policy.failed");
  await world.close();
});

test("P31: arguments are judged in the order in which the gate keeps them, however they were typed", async () => {
  const policy = toolApprovalPolicy.custom((call) => Object.keys(call.arguments)[0] !== "amount");
  const world = await routesWorld({ tools: [fakeTool("pay")], policy });
  expect((await tried(world, "pay", { zone: "x", amount: 5 })).json).toMatchObject({ wouldBe: "runs" });
  await world.close();
});

test("P31: a policy that fails asks here too, and is not logged; stopped, everything is refused", async () => {
  const failing = toolApprovalPolicy.custom(() => {
    throw new Error("broken");
  });
  const both = toolApprovalPolicy.all([toolApprovalPolicy.annotated(), failing]);
  const world = await routesWorld({ tools: [fakeTool("pay")], policy: both });
  expect((await tried(world, "pay", {})).json).toMatchObject({ wouldBe: "asks-you", line: "undecided" });
  const of = (await read(world)).tools.find(({ name }) => name === "pay");
  expect(of).toMatchObject({ answer: { line: "default" }, depends: { code: true } });
  expect(world.logged.join("\n")).not.toContain("policy.failed");
  await world.close();
  const stopped = await routesWorld({ tools: [fakeTool("pay")], policy: toolApprovalPolicy.denyAll() });
  expect((await tried(stopped, "pay", {})).json).toMatchObject({ wouldBe: "refused", line: "stopped" });
  await stopped.close();
});

test("P32: only one's own grants count, for one's chats and agents and not for clients, and none is used up", async () => {
  const tool = fakeTool("pay", { inputSchema: amount });
  const world = await routesWorld({
    tools: [tool, fakeTool("limited", { inputSchema: amount })],
    policy: policyOf("rules:\n  - { tool: limited, when: args.amount <= 5, then: allow }\n"),
  });
  const { services } = world;
  const shown = [...services.agent.gate.catalogue.tools()].find(([, { name }]) => name === "pay");
  const grant = { reach: "everywhere", maxUses: 1 };
  const body = { wireName: shown?.[0], fingerprint: shown?.[1].fingerprint, grant };
  const given = await world.call("POST", "/api/grants", { body, headers: world.asPerson() });
  expect([given.status, await given.clone().text()]).toEqual([201, expect.any(String)]);
  for (let time = 0; time < 2; time++) {
    expect((await tried(world, "pay", { amount: 1 })).json).toMatchObject({ wouldBe: "runs", line: "grant" });
  }
  await world.asProgram("tools:call");
  const { callers } = await read(world);
  const client = callers.find(({ caller }) => caller.startsWith("gateway:"))?.caller ?? "";
  expect((await tried(world, "pay", { amount: 1 }, client)).json).toMatchObject({
    wouldBe: "asks-you",
    line: "default",
  });
  await world.database.db
    .insertInto("people")
    .values({ id: "other", name: "Other", created_at: 0 } as never)
    .execute();
  await world.database.db.updateTable("grants").set({ person_id: "other" }).execute();
  expect((await tried(world, "pay", { amount: 1 })).json).toMatchObject({ wouldBe: "asks-you", line: "default" });
  await world.database.db.updateTable("api_keys").set({ person_id: "other" }).execute();
  expect((await read(world)).callers).toHaveLength(1);
  expect(await tried(world, "pay", { amount: 1 }, client)).toMatchObject({ status: 404 });
  const { uses, ended_at: ended } = await world.database.db
    .selectFrom("grants")
    .select(["uses", "ended_at"])
    .executeTakeFirstOrThrow();
  expect([uses, ended]).toEqual([0, null]);
  await world.close();
});
