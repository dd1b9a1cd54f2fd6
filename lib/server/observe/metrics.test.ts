import { expect, test } from "vitest";
import { restOf, sayByRoute } from "#e2e/support/ask-by-route.ts";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { routesWorld, type RoutesWorld } from "#e2e/support/routes-world.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

const secret = "sesame-4711";
const call = (name: string, args: object = {}) => ({ name: `srv__${name}`, args: { ...args, secret } });

function world(limits = {}): Promise<RoutesWorld> {
  const gated = fakeTool("pay", { flag: "always" });
  const free = fakeTool("look", { flag: "never" });
  const broken = fakeTool("break", { flag: "never", act: () => said("no", true) });
  return routesWorld({ tools: [gated, free, broken], limits });
}

/** Every series with its value, as Prometheus reads them. */
async function figures(app: RoutesWorld): Promise<Map<string, number>> {
  const answer = await app.call("GET", "/api/metrics", { headers: await app.asProgram("metrics:read") });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

async function answer(app: RoutesWorld, id: string | undefined, how: "approve" | "reject"): Promise<void> {
  const answered = await app.call("POST", `/api/approvals/${id}/${how}`, { body: {}, headers: app.asPerson() });
  expect(answered.status).toBe(200);
}

test("S0.42: decisions are counted by outcome, with how long they took, and what waits now", async () => {
  const app = await world();
  expect((await figures(app)).get('mcp_hitl_decision_total{outcome="approved",side="chat"}')).toBe(0);
  const yes = await sayByRoute(app, [{ calls: [call("pay")] }]);
  const no = await sayByRoute(app, [{ calls: [call("pay")] }]);
  const stopped = await sayByRoute(app, [{ calls: [call("pay")] }]);
  expect((await figures(app)).get("countersign_approvals_pending")).toBe(3);
  await answer(app, yes.open[0], "approve");
  await answer(app, no.open[0], "reject");
  await app.call("POST", `/api/chat/${stopped.chat}/stop`, { body: {}, headers: app.asPerson() });
  for (const { chat } of [yes, no, stopped]) await restOf(app, chat);
  const counted = await figures(app);
  expect(counted.get('mcp_hitl_decision_total{outcome="approved",side="chat"}')).toBe(1);
  expect(counted.get('mcp_hitl_decision_total{outcome="declined",side="chat"}')).toBe(2);
  expect(counted.get('mcp_hitl_decision_total{outcome="ask-failed",side="chat"}')).toBe(0);
  expect(counted.get('countersign_decision_seconds_count{outcome="approved"}')).toBe(1);
  expect(counted.get('countersign_decision_seconds_count{outcome="declined"}')).toBe(1);
  expect(counted.get('countersign_calls_total{outcome="done"}')).toBe(1);
  expect(counted.get('countersign_calls_total{outcome="refused"}')).toBe(2);
  expect(counted.get("countersign_approvals_pending")).toBe(0);
});

test("S0.42: calls are counted by verdict and by how they ended", async () => {
  const app = await world();
  await sayByRoute(app, [{ calls: [call("look"), call("break"), call("pay")] }]);
  const counted = await figures(app);
  expect(counted.get('countersign_verdicts_total{verdict="allow"}')).toBe(2);
  expect(counted.get('countersign_verdicts_total{verdict="ask"}')).toBe(1);
  expect(counted.get('countersign_calls_total{outcome="done"}')).toBe(1);
  expect(counted.get('countersign_calls_total{outcome="failed"}')).toBe(1);
});

test("S0.44: loops that were bounded are counted by what bounded them", async () => {
  const short = await world({ softRounds: 1, hardRounds: 2 });
  await sayByRoute(short, [{ calls: [call("look")] }, { calls: [call("look")] }]);
  const bounded = await figures(short);
  expect(bounded.get('chat_tool_loop_total{outcome="wrap-up"}')).toBe(1);
  expect(bounded.get('chat_tool_loop_total{outcome="hard-stop"}')).toBe(1);
  await short.close();
  const app = await world();
  const repeated = await sayByRoute(app, [{ calls: [call("pay")] }, { calls: [call("pay")] }]);
  await answer(app, repeated.open[0], "reject");
  await restOf(app, repeated.chat);
  const stopped = await sayByRoute(app, [{ calls: [call("pay")] }]);
  await app.call("POST", `/api/chat/${stopped.chat}/stop`, { body: {}, headers: app.asPerson() });
  await restOf(app, stopped.chat);
  const many = Array.from({ length: 26 }, (_, index) => call("pay", { index }));
  await sayByRoute(app, [{ calls: many }]);
  const counted = await figures(app);
  const loops = (outcome: string) => counted.get(`chat_tool_loop_total{outcome="${outcome}"}`);
  expect(loops("wrap-up")).toBe(0);
  expect(loops("declined-repeat")).toBe(1);
  expect(loops("cancelled")).toBe(1);
  expect(loops("interaction-budget")).toBe(1);
  expect(loops("repeated")).toBe(0);
  await sayByRoute(app, [
    { calls: Array.from({ length: 11 }, (_, index) => ({ ...call("look"), id: `look-${index}` })) },
  ]);
  expect((await figures(app)).get('chat_tool_loop_total{outcome="repeated"}')).toBe(1);
});

test("S0.43: the log names how questions go, with ids and without arguments", async () => {
  const app = await world();
  const yes = await sayByRoute(app, [{ calls: [call("pay")] }]);
  const no = await sayByRoute(app, [{ calls: [call("pay")] }]);
  await answer(app, yes.open[0], "approve");
  await answer(app, no.open[0], "reject");
  for (const { chat } of [yes, no]) await restOf(app, chat);
  const lines = app.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  const events = lines.filter(({ event }) => String(event).startsWith("hitl."));
  expect(events.map(({ event, approvalId }) => [event, approvalId])).toEqual([
    ["hitl.deferred", yes.open[0]],
    ["hitl.deferred", no.open[0]],
    ["hitl.approved", yes.open[0]],
    ["hitl.declined", no.open[0]],
  ]);
  expect(events[2]).toMatchObject({ via: "rest", chatId: yes.chat, runId: expect.any(String) as string });
  expect(app.logged.join()).not.toContain(secret);
});

test("S0.42: what a policy refuses is no question to people, and no label names a tool, a person or an argument", async () => {
  const app = await world();
  const { policies } = app.services;
  const gate = app.services.agent.gate;
  Object.defineProperty(gate, "policy", { get: () => toolApprovalPolicy.denyAll() });
  expect(policies).toBeDefined();
  await sayByRoute(app, [{ calls: [call("pay", { amount: 5 })] }]);
  const counted = await figures(app);
  expect(counted.get('countersign_verdicts_total{verdict="deny"}')).toBe(1);
  expect(counted.get('mcp_hitl_decision_total{outcome="declined",side="chat"}')).toBe(0);
  const labels = [...counted.keys()].flatMap((series) => [...series.matchAll(/(\w+)="/g)].map(([, name]) => name));
  expect(new Set(labels)).toEqual(new Set(["le", "outcome", "side", "status", "verdict", "what"]));
  expect([...counted.keys()].join()).not.toContain("pay");
});

test("I6, S0.42: figures are read by who oversees the instance, and by keys for that", async () => {
  const app = await world();
  const status = async (headers: Record<string, string>) => (await app.call("GET", "/api/metrics", { headers })).status;
  expect(await status({})).toBe(401);
  expect(await status(app.asPerson())).toBe(200);
  expect(await status(await app.asProgram("approvals:read", "audit:read"))).toBe(403);
  const headers = await app.asProgram("metrics:read");
  const counted = await figures(app);
  expect(counted.get('countersign_refused_requests_total{status="401"}')).toBe(1);
  expect(counted.get('countersign_refused_requests_total{status="403"}')).toBe(1);
  await app.database.db.updateTable("people").set({ role: "reviewer" }).execute();
  // In an app of one person a key of anybody but the owner is none.
  expect(await status(headers)).toBe(401);
  expect(await status(app.asPerson())).toBe(403);
});
