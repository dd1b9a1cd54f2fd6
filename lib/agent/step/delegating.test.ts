import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { stopRun } from "#lib/agent/runs/runs.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Worker } from "#lib/agent/hot/worker.ts";

const researcher: Worker = {
  name: "researcher",
  description: "Looks things up.",
  instructions: "You look things up.",
  model: null,
  tools: ["srv/*"],
  agents: [],
};

const task = "Find the file.";
const delegate = { calls: [{ name: "delegate_to_researcher", args: { task } }] };
const readsOnly = { annotations: { readOnlyHint: true }, risk: 0 as const };

async function team(workers: Worker[] = [researcher]) {
  const read = fakeTool("read", { ...readsOnly, act: () => said("42 lines") });
  const write = fakeTool("write");
  const world = await gateWorld({ tools: [read, write], workers });
  return { world, read, write };
}

/** The chat's own calls, then those of its workers. */
async function callsIn(world: GateWorld, chatId: string): Promise<ToolCallRow[]> {
  const calls = await world.calls(chatId);
  return calls.toSorted((one, other) => one.agents_json.length - other.agents_json.length);
}

test("S2.14: giving work to an agent asks nobody, its reading calls run at once, and the answer comes back", async () => {
  const { world, read } = await team();
  world.tell(task, [{ calls: [{ name: "read" }] }, { text: "It has 42 lines." }]);
  const chatId = await world.begin([delegate, { text: "Done then." }]);
  expect(await world.approvals(chatId)).toEqual([]);
  expect(read.ran).toHaveLength(1);
  const calls = await callsIn(world, chatId);
  expect(calls.map(({ tool_name, state, agents_json }) => [tool_name, state, agents_json])).toEqual([
    ["delegate_to_researcher", "done", "[]"],
    ["read", "done", '["researcher"]'],
  ]);
  expect(calls[0]?.result_json).toContain("It has 42 lines.");
  expect(calls[1]?.parent_id).toBe(calls[0]?.id);
});

test("S2.14: a worker's gated call waits for the person, and its card names the path of agents", async () => {
  const { world, write } = await team();
  world.tell(task, [{ calls: [{ name: "write", args: { path: "a" } }] }, { text: "Written." }]);
  const chatId = await world.begin([delegate]);
  const [open] = await world.open(chatId);
  expect(JSON.parse(open?.subject_json ?? "{}")).toMatchObject({ agents: ["researcher"], tool: { name: "write" } });
  expect(write.ran).toEqual([]);
  await world.settle(chatId, "accept");
  expect(write.ran).toHaveLength(1);
  expect((await world.runs(chatId)).map(({ status }) => status)).toEqual(["done"]);
  expect(world.errors).toEqual([]);
});

test("S2.14: a decline of a worker's call runs nothing, and the worker is told", async () => {
  const { world, write } = await team();
  world.tell(task, [{ calls: [{ name: "write" }] }, { text: "Then not." }]);
  const chatId = await world.begin([delegate]);
  await world.settle(chatId, "decline", { note: "not that one" });
  expect(write.ran).toEqual([]);
  const told = world.model.requests.map(({ prompt }) => JSON.stringify(prompt)).filter((text) => text.includes(task));
  expect(told.at(-2)).toContain("not that one");
  expect((await world.runs(chatId)).map(({ status }) => status)).toEqual(["done"]);
  expect(world.errors).toEqual([]);
});

test("G2, S2.14: a worker's open card outlives its process, and nothing it has done is done again", async () => {
  const { world, read, write } = await team();
  world.tell(task, [{ calls: [{ name: "read" }] }, { calls: [{ name: "write" }] }, { text: "Both." }]);
  const chatId = await world.begin([delegate]);
  expect(await world.open(chatId)).toHaveLength(1);
  await world.crash();
  expect(await world.open(chatId)).toHaveLength(1);
  await world.settle(chatId, "accept");
  expect([read.ran.length, write.ran.length]).toEqual([1, 1]);
  const [delegated] = await callsIn(world, chatId);
  expect(delegated?.result_json).toContain("Both.");
});

test("S2.14: a worker has only the tools it was given, and the chat's agent never sees its calls", async () => {
  const narrow = { ...researcher, tools: ["srv/read"] };
  const { world } = await team([narrow]);
  world.tell(task, [{ calls: [{ name: "read" }] }, { text: "Seen." }]);
  const chatId = await world.begin([delegate, { text: "Fine." }]);
  const ofWorker = world.model.requests.find(({ prompt }) => JSON.stringify(prompt).includes("You look things up."));
  expect(ofWorker?.tools?.map(({ name }) => name)).toEqual(["read"]);
  const last = world.model.requests.at(-1)?.prompt ?? [];
  expect(JSON.stringify(last)).toContain("Seen.");
  expect(JSON.stringify(last)).not.toContain("42 lines");
  expect((await world.runs(chatId)).map(({ status }) => status)).toEqual(["done"]);
  expect(world.errors).toEqual([]);
});

test("S2.14: an agent may pass work on, and the path names both", async () => {
  const lead: Worker = { ...researcher, name: "lead", tools: [], agents: ["researcher"] };
  const { world, write } = await team([lead, researcher]);
  world.tell("Lead.", [{ calls: [{ name: "delegate_to_researcher", args: { task } }] }, { text: "Led." }]);
  world.tell(task, [{ calls: [{ name: "write" }] }, { text: "Written." }]);
  const chatId = await world.begin([{ calls: [{ name: "delegate_to_lead", args: { task: "Lead." } }] }]);
  const [open] = await world.open(chatId);
  expect(JSON.parse(open?.subject_json ?? "{}")).toMatchObject({ agents: ["lead", "researcher"] });
  await world.settle(chatId, "accept");
  expect(write.ran).toHaveLength(1);
  const states = (await world.calls(chatId)).map(({ state }) => state);
  expect(states).toEqual(["done", "done", "done"]);
});

test("S1.8, S2.14: work given to agents at once counts, so no more is given than a budget lets through", async () => {
  const policy = policyOf(`rules: [{ id: once, server: agents, when: 'calls("chat") >= 1', then: deny }]`);
  const world = await gateWorld({ tools: [], workers: [researcher], policy });
  world.tell(task, [{ text: "Done." }]);
  const chatId = await world.begin([{ calls: [...delegate.calls, ...delegate.calls, ...delegate.calls] }]);
  const states = (await world.calls(chatId)).map(({ state }) => state);
  expect(states.toSorted()).toEqual(["done", "refused", "refused"]);
  expect(world.errors).toEqual([]);
});

test("S1.8, S2.14: approvals at once of work for agents are counted before any work begins, and once", async () => {
  const policy = policyOf(`rules:
  - { id: once, server: agents, when: 'calls("chat") >= 1', then: deny }
  - { server: agents, then: ask }`);
  const world = await gateWorld({ tools: [fakeTool("write")], workers: [researcher], policy });
  world.tell(task, [{ calls: [{ name: "write" }] }, { text: "Written." }]);
  const chatId = await world.begin([{ calls: [...delegate.calls, ...delegate.calls, ...delegate.calls] }]);
  const open = await world.open(chatId);
  expect(open).toHaveLength(3);
  await Promise.all(open.map(({ id }) => world.answer(id, "accept")));
  await world.idle(chatId);
  const calls = () => callsIn(world, chatId);
  const states = async () => (await calls()).map(({ state }) => state);
  expect((await states()).toSorted()).toEqual(["refused", "refused", "waiting", "waiting"]);
  await world.crash();
  await world.idle(chatId);
  const [, ...others] = (await world.open(chatId)).map(({ subject_json }) => JSON.parse(subject_json).tool.name);
  expect(others).toEqual([]);
  await world.settle(chatId, "accept");
  expect((await states()).toSorted()).toEqual(["done", "done", "refused", "refused"]);
  const booked = (await calls()).filter(({ started_at, server_id }) => server_id === "agents" && started_at !== null);
  expect(booked).toHaveLength(1);
  expect((await world.audit(chatId)).filter(({ kind }) => kind === "call-delegated")).toHaveLength(1);
  expect(world.errors).toEqual([]);
});

test("S1.7, S2.14: denyAll refuses the delegation itself, and the worker is never asked", async () => {
  const world = await gateWorld({ tools: [], workers: [researcher], policy: toolApprovalPolicy.denyAll() });
  const chatId = await world.begin([delegate]);
  expect((await world.calls(chatId)).map(({ state }) => state)).toEqual(["refused"]);
  expect(world.model.requests.some(({ prompt }) => JSON.stringify(prompt).includes("You look things up."))).toBe(false);
});

test("S2.14: Stop while a worker's card is open withdraws it", async () => {
  const { world, write } = await team();
  world.tell(task, [{ calls: [{ name: "write" }] }]);
  const chatId = await world.begin([delegate]);
  const [run] = await world.runs(chatId);
  await stopRun(world.process.agent, run?.id ?? "", "stop");
  expect((await world.approvals(chatId)).map(({ status }) => status)).toEqual(["cancelled"]);
  expect((await world.calls(chatId)).map(({ state }) => state)).toEqual(["refused", "refused"]);
  expect(write.ran).toEqual([]);
});

test("G1, S2.14: killed at any statement after the approval, a worker's call runs once or is unknown, and the work ends", async () => {
  const { world, write } = await team();
  const ends = new Set<string>();
  for (let statement = 0, survived = false; !survived; statement += 3) {
    write.ran.length = 0;
    world.tell(task, [{ calls: [{ name: "write" }] }, { text: "Written." }]);
    const chatId = await world.begin([delegate]);
    world.process.killAtStatement(statement);
    await Promise.allSettled([world.answer(chatId, "accept")]);
    await until(() => world.process.isDead() || world.process.agent.hot.size === 0, "the process to die");
    survived = !world.process.isDead();
    await world.crash();
    await world.idle(chatId);
    // Nothing was acknowledged, so nothing was decided.
    if ((await world.open(chatId)).length > 0) await world.settle(chatId, "accept");
    const [delegated, written] = await callsIn(world, chatId);
    expect(write.ran.length, `killed at statement ${statement}`).toBeLessThanOrEqual(1);
    if (written?.state === "done") expect(write.ran).toHaveLength(1);
    ends.add(`${delegated?.state} ${written?.state}`);
    expect((await world.runs(chatId)).map(({ status }) => status)).toEqual(["done"]);
  }
  expect(ends).toContain("done done");
  for (const end of ends) expect(["done done", "done unknown", "unknown done"]).toContain(end);
});

test("G26, S2.14: a worker whose model ends the process again and again is given up with its run", async () => {
  const { world, read } = await team();
  const { promise: never } = Promise.withResolvers<void>();
  world.tell(task, (step) => (step === 0 ? { calls: [{ name: "read" }] } : { text: "And", hold: never }));
  world.tell("go", [delegate]);
  await world.post("chat", "go");
  for (let asked = 3; asked <= 6; asked += 1) {
    await until(() => world.model.requests.length === asked, "the worker to be asked again");
    await world.crash();
  }
  await world.idle("chat");
  expect((await world.runs("chat")).map(({ status }) => status)).toEqual(["failed"]);
  expect(world.model.requests).toHaveLength(6);
  expect(read.ran).toHaveLength(1);
});
