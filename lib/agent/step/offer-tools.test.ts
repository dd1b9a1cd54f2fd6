import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, type GateWorld } from "#e2e/support/gate-world.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { Worker } from "#lib/agent/hot/worker.ts";
import { findToolsTool } from "#lib/tools/find-tools.ts";
import { findTools } from "./find-tools.ts";

const things = ["invoice", "calendar", "ticket", "photo", "parcel", "recipe"];
const many = things.flatMap((thing) => [
  fakeTool(`get_${thing}`, { flag: "never", act: () => said(`A ${thing}.`) }),
  fakeTool(`drop_${thing}`),
]);
const find = (query: string) => ({ calls: [{ name: "find_tools", args: { query } }] });

type Options = { tools?: Tool[]; mostTools?: number; policy?: ToolApprovalPolicy; workers?: Worker[] };

async function worldOf({ tools = many, mostTools = 4, ...more }: Options = {}): Promise<GateWorld> {
  const finder = findToolsTool((callId, query) => findTools(world.process.agent, callId, query));
  const world: GateWorld = await gateWorld({ tools: [...tools, finder], mostTools, ...more });
  return world;
}

/** The tools of each request to the model so far. */
function offers({ model }: GateWorld): string[][] {
  return model.requests.map(({ tools = [] }) => tools.map(({ name }) => name));
}

const switchOff = (world: GateWorld, chatId: string, toolsOff: string[]) =>
  world.process.chats.change(world.person.id, chatId, { toolsOff });

test("S0.72: a model gets all tools where it takes so many, and then none that finds them", async () => {
  const world = await worldOf({ mostTools: many.length });
  await world.begin({ text: "Hi." });
  expect(offers(world)).toEqual([many.map(({ name }) => name)]);
  const chat = await world.begin(find("invoice"));
  expect(await world.calls(chat)).toEqual([]);
  expect(world.lastPrompt()).toContain("there is no such tool");
});

test("S0.72: above that it gets the one that finds tools, then what it found, which goes through the gate", async () => {
  const world = await worldOf();
  const calls = [
    { name: "get_invoice", id: "a" },
    { name: "drop_invoice", id: "b" },
  ];
  const chat = await world.begin([find("invoice"), { calls }]);
  expect(offers(world)).toEqual([["find_tools"], ["find_tools", "get_invoice", "drop_invoice"]]);
  expect(world.lastPrompt()).toContain("Found 2 of 12 tools");
  expect(await world.open(chat)).toMatchObject([{ tool_call_id: "b" }]);
  await world.settle(chat, "accept");
  expect((await world.calls(chat)).map(({ tool_name, state }) => [tool_name, state])).toEqual([
    ["find_tools", "done"],
    ["get_invoice", "done"],
    ["drop_invoice", "done"],
  ]);
  expect(world.errors).toEqual([]);
});

test("G12: a description that is cut within a character leaves no half of it in the chat", async () => {
  const parcel = fakeTool("get_parcel", { description: `Parcels. ${"x".repeat(150)}\u{1f600}` });
  const world = await worldOf({ tools: [...many.filter(({ name }) => name !== parcel.name), parcel] });
  const chat = await world.begin(find("parcel"));
  const [finding] = await world.calls(chat);
  const result = finding?.result_json;
  expect(result).toContain("Parcels.");
  expect(result).not.toMatch(/\\ud[89a-f]/i);
});

test("S0.72: what was found stays with its chat, over requests and crashes, and nobody else's", async () => {
  const world = await worldOf();
  const chat = await world.begin(find("parcel"));
  await world.crash();
  await world.post(chat, "once more");
  await world.idle(chat);
  expect(offers(world).at(-1)).toEqual(["find_tools", "get_parcel", "drop_parcel"]);
  await world.begin({ text: "Hi." });
  expect(offers(world).at(-1)).toEqual(["find_tools"]);
});

test("S0.72: what was found last stays, the oldest leaves for it, and the result says so", async () => {
  const world = await worldOf();
  await world.begin([find("invoice"), find("photo"), find("invoice")]);
  expect(offers(world).map((names) => names.length)).toEqual([1, 3, 4, 4]);
  expect(offers(world)[2]).toEqual(["find_tools", "drop_invoice", "get_photo", "drop_photo"]);
  expect(offers(world)[3]?.slice(2)).toEqual(["get_invoice", "drop_invoice"]);
  const told = JSON.stringify(world.model.requests[2]?.prompt);
  expect(told).toContain("can no longer be called until they are found again: get_invoice.");
});

test("E23: a call of what was not found is refused, also of what another chat found", async () => {
  const world = await worldOf();
  await world.begin(find("invoice"));
  const chat = await world.begin({ calls: [{ name: "get_invoice" }] });
  expect(await world.calls(chat)).toEqual([]);
  expect(world.lastPrompt()).toContain("there is no such tool");
});

test("E23: what a rule hides, or its person switched off, is not found", async () => {
  const policy = policyOf("rules:\n  - { tool: drop_invoice, then: deny, hide: true }");
  const world = await worldOf({ policy });
  await switchOff(world, "the-chat", ["srv/get_photo"]);
  world.tell("go", [find("invoice"), find("photo")]);
  await world.post("the-chat", "go");
  await world.idle("the-chat");
  expect(offers(world).at(-1)?.toSorted()).toEqual(["drop_photo", "find_tools", "get_invoice"]);
  expect(world.lastPrompt()).toContain("Found 1 of 10 tools");
  // What was found and is switched off later leaves too.
  await switchOff(world, "the-chat", ["srv/get_photo", "srv/drop_photo"]);
  await world.post("the-chat", "and now");
  await world.idle("the-chat");
  expect(offers(world).at(-1)).toEqual(["find_tools", "get_invoice"]);
});

test("E23: a worker finds only what it was given", async () => {
  const worker = { name: "clerk", description: "", instructions: "", model: null, agents: [] };
  const world = await worldOf({ workers: [{ ...worker, tools: ["srv/get_*"] }] });
  world.tell("Find it.", [find("invoice"), { text: "Found." }]);
  await world.begin([find("clerk"), { calls: [{ name: "delegate_to_clerk", args: { task: "Find it." } }] }]);
  expect(offers(world).slice(0, 4)).toEqual([
    ["find_tools"],
    ["find_tools", "delegate_to_clerk"],
    ["find_tools"],
    ["find_tools", "get_invoice"],
  ]);
});

test("S0.72: what a worker finds takes no place of what its chat's own agent found", async () => {
  const worker = { name: "clerk", description: "", instructions: "", model: null, agents: [] };
  const world = await worldOf({ workers: [{ ...worker, tools: ["srv/*"] }], mostTools: 5 });
  world.tell("Find it.", [find("photo"), find("parcel"), find("recipe"), { text: "Found." }]);
  const delegate = { calls: [{ name: "delegate_to_clerk", args: { task: "Find it." } }] };
  await world.begin([find("clerk"), find("invoice"), delegate, { text: "Done." }]);
  expect(offers(world).map((names) => names.slice(1))).toEqual([
    [],
    ["delegate_to_clerk"],
    ["delegate_to_clerk", "get_invoice", "drop_invoice"],
    [],
    ["get_photo", "drop_photo"],
    ["get_photo", "drop_photo", "get_parcel", "drop_parcel"],
    ["get_parcel", "drop_parcel", "get_recipe", "drop_recipe"],
    ["delegate_to_clerk", "get_invoice", "drop_invoice"],
  ]);
  expect(world.errors).toEqual([]);
});

test("S0.73: what was found and is off for a while is there again afterwards", async () => {
  const world = await worldOf();
  const chat = await world.begin(find("invoice"));
  await switchOff(world, chat, ["srv/drop_invoice"]);
  world.tell("again", [find("photo")]);
  await world.post(chat, "again");
  await world.idle(chat);
  expect(offers(world).at(-1)).toEqual(["find_tools", "get_invoice", "get_photo", "drop_photo"]);
  await switchOff(world, chat, ["srv/get_invoice"]);
  await world.post(chat, "and now");
  await world.idle(chat);
  expect(offers(world).at(-1)).toEqual(["find_tools", "drop_invoice", "get_photo", "drop_photo"]);
});

test("E23: finding is a call like every other: a rule that asks about it asks", async () => {
  const world = await worldOf({ policy: policyOf("rules:\n  - { tool: find_tools, then: ask }") });
  const chat = await world.begin(find("invoice"));
  expect(await world.open(chat)).toHaveLength(1);
  await world.settle(chat, "decline");
  expect(offers(world).at(-1)).toEqual(["find_tools"]);
});

test("E23: words of any kind find or do not find, and break nothing", async () => {
  const world = await worldOf();
  for (const query of ["zebra", "*:?!", "__proto__ constructor toString", "\u202e\u0000", "a ".repeat(100)]) {
    await world.begin(find(query));
    expect(world.errors, query).toEqual([]);
    expect(offers(world).at(-1)?.length).toBeLessThanOrEqual(4);
  }
  expect(JSON.stringify(world.model.requests[1]?.prompt)).toContain("None of the 12 tools fits");
});

test("S0.73: tools that are switched off in a chat are not offered in it, and are in every other", async () => {
  const world = await worldOf({ mostTools: 100 });
  await switchOff(world, "the-chat", ["srv/drop_photo", "app/*"]);
  await world.post("the-chat", "hi");
  await world.idle("the-chat");
  expect(offers(world).at(-1)).toEqual(many.map(({ name }) => name).filter((name) => name !== "drop_photo"));
  expect((await world.detail("the-chat")).toolsOff).toEqual(["srv/drop_photo", "app/*"]);
  await switchOff(world, "the-chat", ["srv/*"]);
  await world.post("the-chat", "hi again");
  await world.idle("the-chat");
  expect(offers(world).at(-1)).toEqual([]);
  await world.begin({ text: "Hi." });
  expect(offers(world).at(-1)).toHaveLength(many.length);
});

test("S0.73: fewer tools in a chat may be few enough for all of them", async () => {
  const world = await worldOf();
  await switchOff(
    world,
    "the-chat",
    things.slice(2).flatMap((thing) => [`srv/get_${thing}`, `srv/drop_${thing}`]),
  );
  await world.post("the-chat", "hi");
  await world.idle("the-chat");
  expect(offers(world)).toEqual([["get_invoice", "drop_invoice", "get_calendar", "drop_calendar"]]);
});

test("S0.73: switched off during an answer, a tool is refused, and so is a call whose card is open", async () => {
  const drop = fakeTool("drop");
  const get = fakeTool("get", { flag: "never" });
  const world = await worldOf({ tools: [drop, get], mostTools: 100 });
  const chat = await world.begin([{ calls: [{ name: "drop" }] }, { calls: [{ name: "get" }] }]);
  await switchOff(world, chat, ["srv/*"]);
  await world.settle(chat, "accept");
  expect([drop.ran, get.ran]).toEqual([[], []]);
  expect((await world.calls(chat)).every(({ state }) => state === "refused")).toBe(true);
  expect(await world.audit(chat)).toContainEqual(
    expect.objectContaining({ kind: "verdict-given", verdict: "deny", ruleId: "chat:switched-off" }),
  );
  expect(world.lastPrompt()).toContain("switched this tool off in this chat");
});

test("S0.73: nobody switches the tools of another person's chat", async () => {
  const world = await worldOf();
  await switchOff(world, "the-chat", ["srv/*"]);
  expect(await world.process.chats.change(world.stranger.id, "the-chat", { toolsOff: [] })).toBeNull();
  expect(await world.process.chats.tools(world.stranger.id, "the-chat")).toBeNull();
  expect((await world.detail("the-chat")).toolsOff).toEqual(["srv/*"]);
});
