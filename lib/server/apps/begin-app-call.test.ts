import { expect, test } from "vitest";
import { fakeTool, said, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld, type WorldOptions } from "#e2e/support/gate-world.ts";
import { inChat } from "#e2e/support/granting.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { AppDefinition } from "#lib/mcp/definitions/app-definition.ts";
import { wireName } from "#lib/mcp/definitions/wire-name.ts";
import { viewOf } from "#lib/gate/ask/view-of.ts";
import { countMore, mostCalls } from "#lib/store/people/person-counts.ts";
import { openApp, resultForApp, viewApp } from "./app-on-call.ts";
import { beginAppCall } from "./begin-app-call.ts";

const shop = { id: "shop", title: "Shop", origin: "npx shop", trusted: true };
const fingerprint = "a".repeat(64);
const app: AppDefinition = {
  name: "ui://shop/order",
  fingerprint,
  said: "{}",
  html: "<p>Order</p>",
  domains: { connect: ["https://api.example.com"], resources: [], leftOut: [] },
  order: null,
};
const both = { seenBy: { model: true, app: true } };

type Rig = {
  world: GateWorld;
  chat: string;
  shown: string;
  pay: FakeTool;
  /** What the owner switched on and somebody accepted. */
  now: { app: AppDefinition | null; offered: boolean };
  begin: (
    name?: string,
    over?: { fingerprint?: string; chatId?: string; args?: object },
  ) => ReturnType<typeof beginAppCall>;
  /** What the app gets, once there is something. */
  result: (made: string) => Promise<object>;
};

/** A chat in which the model called `order`, whose result has an app. */
async function rig(options: WorldOptions = {}): Promise<Rig> {
  const order = fakeTool("order", { server: shop, flag: "never", ...both });
  const pay = fakeTool("pay", { server: shop, act: () => said("Paid."), ...both });
  const total = fakeTool("total", { server: shop, flag: "never" });
  const wipe = fakeTool("wipe", { server: { ...shop, id: "disk" }, flag: "never", ...both });
  const now: Rig["now"] = { app, offered: true };
  const all = new Map([order, pay, total, wipe].map((tool) => [wireName(tool.server.id, tool.name), tool as Tool]));
  const toApps = () => new Map(now.offered ? [...all].filter(([, tool]) => tool.seenBy?.app === true) : []);
  const catalogue = () => ({
    tools: () => all,
    offered: ({ origin }: { origin: string }) => (origin === "app" ? toApps() : all),
    quarantined: () => new Set<string>(),
    settled: async () => {},
    ready: async () => {},
    problemOf: () => null,
    mayRepeat: () => false,
  });
  const world = await gateWorld({ catalogue, ...options });
  const chat = await world.begin([{ calls: [{ name: "shop__order", args: { id: 7 } }] }, { text: "Here." }]);
  const [call] = await world.calls(chat);
  const shown = call?.tool_call_id ?? "";
  const deps = () => ({ agent: world.process.agent, appOf: async () => now.app });
  const of = { personId: "p1", chatId: chat, toolCallId: shown };
  return {
    world,
    chat,
    shown,
    pay,
    now,
    begin: (name = "pay", { fingerprint: seen = fingerprint, chatId = chat, args = { amount: 20 } } = {}) =>
      beginAppCall(deps(), { ...of, chatId }, { fingerprint: seen, name, arguments: { ...args } }),
    result: async (made) => {
      let found: object | null = null;
      await until(async () => {
        const answer = await resultForApp(deps(), of, made);
        if ("refused" in answer) throw new Error(answer.message);
        found = answer.result;
        return found !== null;
      }, "a result for the app");
      return found ?? {};
    },
  };
}

async function made(begun: ReturnType<Rig["begin"]>): Promise<string> {
  const answer = await begun;
  if ("refused" in answer) throw new Error(answer.message);
  return answer.made;
}

const asked = (world: GateWorld, chat: string, count = 1) =>
  until(async () => (await world.open(chat)).length === count, `${count} cards`);

test("M155: what an app calls asks as its own, runs once after Approve, and the app gets the result; after Decline an error", async () => {
  const { world, chat, pay, begin, result } = await rig();
  const first = await made(begin());
  await asked(world, chat);
  const [card] = await world.open(chat);
  const view = viewOf(card!, "waiting");
  expect(view).toMatchObject({ byApp: true, server: { title: "Shop" }, tool: { name: "pay" } });
  // What was given to the model is none of the app's, and nothing is given to apps.
  expect(view.subject).not.toHaveProperty("grants");
  expect(pay.ran).toEqual([]);
  await world.answer(card!.id, "accept");
  expect(await result(first)).toEqual({ content: [{ type: "text", text: "Paid." }] });
  const second = await made(begin());
  await asked(world, chat);
  await world.answer(chat, "decline");
  expect(await result(second)).toMatchObject({ isError: true });
  expect(pay.ran).toHaveLength(1);
  const verdicts = (await world.audit(chat)).filter(({ kind }) => kind === "verdict-given");
  expect(verdicts.map(({ caller }) => caller ?? "chat")).toEqual(["chat", "app:shop", "app:shop"]);
  // Its calls are no words of the answer above them.
  expect((await world.message(chat)).parts.filter(({ type }) => type === "dynamic-tool")).toHaveLength(1);
  expect(world.errors).toEqual([]);
});

test("C13, M155: what a person declined is not asked about again for three minutes, though an app calls it anew", async () => {
  const { world, chat, begin, result } = await rig();
  const first = await made(begin());
  await asked(world, chat);
  await world.answer(chat, "decline");
  await result(first);
  expect(JSON.stringify(await result(await made(begin())))).toContain("less than 3 minutes ago");
  expect(await world.open(chat)).toEqual([]);
  await made(begin("pay", { args: { amount: 21 } }));
  await asked(world, chat);
  await world.answer(chat, "decline");
  await world.advance(181_000);
  await made(begin());
  await asked(world, chat);
});

test("M155: a grant that a person gave for the model's calls lets no app's call run", async () => {
  const { world, chat, pay, begin } = await rig();
  world.tell("pay", [{ calls: [{ name: "shop__pay", args: {} }] }, { text: "Paid." }]);
  await world.post(chat, "pay");
  await world.idle(chat);
  await world.answer(chat, "accept", { grant: inChat });
  await world.idle(chat);
  world.tell("again", [{ calls: [{ name: "shop__pay", args: { more: 1 } }] }, { text: "Paid." }]);
  await world.post(chat, "again");
  await world.idle(chat);
  expect(pay.ran).toHaveLength(2);
  await made(begin());
  await asked(world, chat);
  expect(pay.ran).toHaveLength(2);
});

test("M155: a rule names apps, and shadow mode of the chat holds for them", async () => {
  const policy = policyOf('rules:\n  - { id: no-apps, caller: "app:*", then: deny, reason: "Not from a page." }');
  const ruled = await rig({ policy });
  const refused = await ruled.result(await made(ruled.begin()));
  expect(JSON.stringify(refused)).toContain("Not from a page.");
  const { world, chat, begin, result, pay } = await rig();
  await world.process.chats.change("p1", chat, { policy: "denyAll" });
  expect(JSON.stringify(await result(await made(begin())))).toContain("shadow mode");
  expect([...ruled.pay.ran, ...pay.ran]).toEqual([]);
});

test("M154: an app calls no tool for models alone, none of another server, and none that there is not", async () => {
  const { world, chat, begin } = await rig();
  for (const name of ["total", "wipe", "disk__wipe", "constructor", ""])
    expect(await begin(name)).toMatchObject({ refused: "not-found" });
  expect(await world.calls(chat)).toHaveLength(1);
});

test("M154: a stored call of another server's app is not run", async () => {
  const { world, chat, pay, begin, result } = await rig();
  const id = await made(begin());
  await asked(world, chat);
  await world.store.db.updateTable("tool_calls").set({ caller: "app:disk" }).where("tool_call_id", "=", id).execute();
  await world.crash();
  await world.answer(chat, "accept");
  expect(await result(id)).toMatchObject({ isError: true });
  expect(pay.ran).toEqual([]);
});

test("M159: an app that changed, was switched off, or is another's, begins nothing; a call on a card does not run then", async () => {
  const { world, chat, shown, pay, now, begin, result } = await rig();
  expect(await begin("pay", { fingerprint: "b".repeat(64) })).toMatchObject({ refused: "conflict" });
  expect(await begin("pay", { chatId: "none" })).toMatchObject({ refused: "not-found" });
  const deps = { agent: world.process.agent, appOf: async () => now.app };
  const stranger = { personId: "p2", chatId: chat, toolCallId: shown };
  expect(await viewApp(deps, stranger)).toMatchObject({ refused: "not-found" });
  expect(await openApp(deps, stranger)).toMatchObject({ refused: "not-found" });
  const waiting = await made(begin());
  await asked(world, chat);
  // Under a call of its own it shows nothing.
  expect(await viewApp(deps, { personId: "p1", chatId: chat, toolCallId: waiting })).toMatchObject({
    refused: "conflict",
  });
  now.offered = false;
  await world.answer(chat, "accept");
  expect(await result(waiting)).toMatchObject({ isError: true });
  now.app = null;
  expect(await begin()).toMatchObject({ refused: "conflict" });
  expect(await viewApp(deps, { personId: "p1", chatId: chat, toolCallId: shown })).toMatchObject({
    refused: "conflict",
  });
  expect(pay.ran).toEqual([]);
});

test("M157: three calls of an app wait at most, and twenty are made in a minute", async () => {
  const { world, chat, begin, result } = await rig();
  for (const amount of [1, 2, 3]) await made(begin("pay", { args: { amount } }));
  expect(await begin()).toMatchObject({ refused: "too-many" });
  await asked(world, chat, 3);
  for (const { id } of await world.open(chat)) await world.answer(id, "decline");
  for (let count = 3; count < 20; count += 1) await result(await made(begin("order", { args: { count } })));
  expect(await begin()).toMatchObject({ refused: "too-many" });
  await world.advance(61_000);
  await made(begin("order"));
});

test("M157: an app leaves two thirds of what a person may call within an hour to the person and their clients", async () => {
  const { begin, world } = await rig();
  const { db } = world.store;
  const counted = { person_id: "p1", what: "calls", count: 1_000, until: 9e15 } as const;
  await db.insertInto("person_counts").values(counted).execute();
  expect(await begin()).toMatchObject({ refused: "too-many" });
  const left = { personId: "p1", what: "calls", more: 1, most: mostCalls } as const;
  expect(await countMore(world.store, db, left)).toBeNull();
});

test("M155: a call of an app that waits outlives the process, and its result is there for the app", async () => {
  const { world, chat, pay, begin, result } = await rig();
  const id = await made(begin());
  await asked(world, chat);
  await world.crash();
  await world.answer(chat, "accept");
  expect(await result(id)).toEqual({ content: [{ type: "text", text: "Paid." }] });
  expect(pay.ran).toHaveLength(1);
});

test("M151: an app is opened with the arguments and the result of its call, and sees what it called", async () => {
  const { world, chat, shown, begin, result } = await rig();
  const deps = { agent: world.process.agent, appOf: async () => app };
  const of = { personId: "p1", chatId: chat, toolCallId: shown };
  expect(await openApp(deps, of)).toEqual({
    fingerprint,
    html: "<p>Order</p>",
    frame: "/api/apps/frame?connect=https%3A%2F%2Fapi.example.com&resources=",
    input: { id: 7 },
    result: { content: [{ type: "text", text: "ok" }] },
  });
  await result(await made(begin("order")));
  expect(await viewApp(deps, of)).toMatchObject({
    fingerprint,
    calls: {
      parts: [
        { type: "dynamic-tool", state: "output-available", toolMetadata: { serverId: "shop" } },
        { type: "data-unasked" },
      ],
    },
  });
});
