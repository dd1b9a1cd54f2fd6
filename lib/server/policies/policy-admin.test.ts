import { beforeEach, expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { writeHistory } from "#e2e/support/recorded-history.ts";
import { routesWorld, type RoutesWorld } from "#e2e/support/routes-world.ts";
import { hashOfText, reviewPolicyFile } from "./review-policy-file.ts";

let world: RoutesWorld;
const rule = "id: small\ntool: pay\nwhen: args.amount < 100\nthen: allow";

beforeEach(async () => {
  world = await routesWorld({ tools: [fakeTool("pay")] });
});

async function asked(method: string, path: string, body?: unknown, as = world.asPerson()) {
  const response = await world.call(method, path, { ...(body === undefined ? {} : { body }), headers: as });
  const text = await response.text();
  return { status: response.status, json: text === "" ? null : (JSON.parse(text) as Record<string, unknown>) };
}

test("rehearsal: before a rule is saved it is tried on the recorded calls; saved, it counts; removed, it does not", async () => {
  await writeHistory(world.database, [
    { tool: "pay", args: { amount: 5 }, did: "accepted" },
    { tool: "pay", args: { amount: 50 }, did: "declined" },
  ]);
  const tried = await asked("POST", "/api/policy/rehearsal", { rule });
  expect(tried).toMatchObject({
    status: 200,
    json: {
      id: "small",
      verdict: "allow",
      words: "Calls of pay run without asking when amount is under 100.",
      rehearsal: { calls: 2, decided: 2, today: { ask: 2 }, would: { ask: 0, allow: 2 }, letThrough: { count: 1 } },
    },
  });
  expect((await asked("GET", "/api/policy")).json).toMatchObject({ rules: [] });
  expect(await asked("POST", "/api/policy/rules", { rule })).toMatchObject({ status: 201, json: { id: "small" } });
  expect((await asked("GET", "/api/policy")).json).toMatchObject({ rules: [{ id: "small", source: "app" }] });
  expect((await asked("POST", "/api/policy/rules", { rule })).status).toBe(409);
  expect((await asked("DELETE", "/api/policy/rules/small")).status).toBe(204);
  expect((await asked("DELETE", "/api/policy/rules/small")).status).toBe(404);
});

test("P53: a rule in force that names no tool says so, with what was meant, to those who manage tools alone", async () => {
  const typo = "id: typo\ntool: [payy, pay, p*]\nthen: ask";
  expect((await asked("POST", "/api/policy/rules", { rule: typo })).status).toBe(201);
  const unmatched = [{ pattern: "payy", similar: ["pay"], elsewhere: [] }];
  expect((await asked("GET", "/api/policy")).json).toMatchObject({ rules: [{ id: "typo", server: null, unmatched }] });
  const seen = await world.services.policies.overview({ all: false });
  expect(seen.rules).toMatchObject([{ id: "typo", unmatched: [] }]);
});

test("a rule with errors is refused with its lines, tried or saved, and changes nothing", async () => {
  for (const path of ["/api/policy/rehearsal", "/api/policy/rules"]) {
    const { status, json } = await asked("POST", path, { rule: "id: a\ntool: pay\nthen: maybe" });
    expect(status).toBe(422);
    expect(JSON.stringify(json)).toContain("Line 3: ");
    expect((await asked("POST", path, { rule: "x".repeat(6_000) })).status).toBe(400);
    expect((await asked("POST", path, { rule, extra: true })).status).toBe(400);
  }
  expect((await asked("GET", "/api/policy")).json).toMatchObject({ rules: [] });
});

test("H8: a waiting change is shown as a diff, tried by its hash, and confirmed by exactly that hash", async () => {
  const text = "rules:\n  - { id: all, then: allow }\n";
  const judge = () => ({ loosens: ["It lets all run."], rewords: [] });
  await reviewPolicyFile(world.database, { name: "policy.yaml", judge }, text);
  const { json } = await asked("GET", "/api/policy");
  expect(json).toMatchObject({
    rules: [],
    waiting: {
      hash: hashOfText(text),
      problems: [],
      loosens: ['The rule "all" lets calls run that it did not before.'],
    },
  });
  expect(JSON.stringify(json)).toContain('"kind":"added"');
  const other = { hash: "0".repeat(64) };
  expect((await asked("POST", "/api/policy/rehearsal", other)).status).toBe(404);
  expect((await asked("POST", "/api/policy/rehearsal", { hash: hashOfText(text) })).status).toBe(200);
  expect((await asked("POST", "/api/policy/waiting", { ...other, action: "confirm" })).status).toBe(409);
  expect((await asked("GET", "/api/policy")).json).toMatchObject({ rules: [] });
  const confirm = { hash: hashOfText(text), action: "confirm" };
  expect((await asked("POST", "/api/policy/waiting", confirm)).status).toBe(200);
  expect((await asked("GET", "/api/policy")).json).toMatchObject({ rules: [{ id: "all" }], waiting: null });
  expect((await asked("POST", "/api/policy/waiting", confirm)).status).toBe(409);
});

test("H9, S2.18: neither a key nor a member changes the policy, and an admin does not loosen it", async () => {
  const lists = { writeToolNames: ["pay"] };
  const tighten = [
    ["POST", "/api/policy/rules", { rule: "id: no\nthen: deny" }],
    ["PUT", "/api/policy/shadow", { on: true }],
    ["PUT", "/api/tool-policy", lists],
  ] as const;
  const loosen = [
    ["POST", "/api/policy/rules", { rule }],
    ["PUT", "/api/policy/shadow", { on: false }],
    ["PUT", "/api/tool-policy", {}],
    ["DELETE", "/api/tool-policy", undefined],
    ["DELETE", "/api/policy/rules/no", undefined],
    ["POST", "/api/policy/waiting", { hash: "0".repeat(64), action: "confirm" }],
  ] as const;
  const key = await world.asProgram("approvals:read", "approvals:decide", "audit:read");
  const role = (name: "member" | "admin" | "owner") =>
    world.database.db.updateTable("people").set({ role: name }).execute();
  for (const [method, path, body] of [...tighten, ...loosen]) {
    expect((await asked(method, path, body, key)).status, `${method} ${path}`).toBe(403);
    await role("member");
    expect((await asked(method, path, body)).status, `${method} ${path}`).toBe(403);
    await role("owner");
  }
  await role("admin");
  for (const [method, path, body] of tighten) expect((await asked(method, path, body)).status, path).toBeLessThan(300);
  for (const [method, path, body] of loosen) expect((await asked(method, path, body)).status, path).toBe(403);
  expect((await asked("GET", "/api/tool-policy")).json).toMatchObject(lists);
  await role("owner");
  for (const [method, path, body] of loosen.slice(0, -1)) {
    expect((await asked(method, path, body)).status, path).toBeLessThan(300);
  }
});

test("M110: an admin's rehearsal tells by no condition what the arguments of others' calls are", async () => {
  await writeHistory(world.database, [{ tool: "pay", args: { note: "secret" }, did: "accepted" }]);
  const role = (name: "admin" | "owner") => world.database.db.updateTable("people").set({ role: name }).execute();
  const guess = (when?: string) =>
    asked("POST", "/api/policy/rehearsal", {
      rule: `id: guess\ntool: pay\nthen: deny${when === undefined ? "" : `\nwhen: ${when}`}`,
    });
  const all = { status: 200, json: { rehearsal: { calls: 1, would: { deny: 1 } }, ofOwnCalls: false } };
  const own = { status: 200, json: { rehearsal: { calls: 0, would: { deny: 0 } }, ofOwnCalls: true } };
  expect(await guess('args.note.startsWith("s")')).toMatchObject(all);
  await role("admin");
  expect(await guess('args.note.startsWith("s")')).toMatchObject(own);
  expect(await guess("{ any: ['args.note.startsWith(\"s\")'] }")).toMatchObject(own);
  expect(await guess()).toMatchObject(all);
  const saved = { rule: 'id: mine\ntool: pay\nwhen: args.note.startsWith("s")\nthen: ask' };
  expect((await asked("POST", "/api/policy/rules", saved)).status).toBe(201);
  expect(await guess()).toMatchObject(own);
});
