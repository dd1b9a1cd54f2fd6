import { setImmediate as immediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { breakUpdates } from "#e2e/support/break-updates.ts";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, streamOf, until, type GateWorld } from "#e2e/support/gate-world.ts";
import type { WorldOptions } from "#e2e/support/gate-world.ts";

const calls = [{ name: "wipe", args: { disk: "a" } }];
const atOnce = { coldAfterMs: 0 };
const never = { coldAfterMs: Infinity };
const form = { mode: "form" as const, message: "Sure?", requestedSchema: { type: "object" }, url: null };

async function worldOf(limits: WorldOptions["limits"], options: WorldOptions = {}) {
  const tool = fakeTool("wipe");
  return { tool, world: await gateWorld({ tools: [tool], limits: limits ?? {}, ...options }) };
}

function cold(world: GateWorld): Promise<void> {
  const { agent } = world.process;
  return until(() => agent.hot.size === 0 && agent.continuing.size === 0, "the run to go cold");
}

/** Moments within what a process does next: every other turn of its microtasks; PostgreSQL answers between those. */
function* moments({ store }: GateWorld): Generator<{ name: string; come: () => Promise<void> }> {
  const count = store.dialect === "sqlite" ? 60 : 12;
  for (let moment = 0; moment < count; moment += 1) {
    const come = async () => {
      for (let turn = 0; turn < moment; turn += 1) await (store.dialect === "sqlite" ? twoTurns() : immediate());
    };
    yield { name: `at moment ${moment}`, come };
  }
}

async function twoTurns(): Promise<void> {
  await null;
}

test("G6: a run that only waits leaves memory; its rows say that nobody holds it, and an answer goes on with it", async () => {
  const { world, tool } = await worldOf(atOnce);
  const chat = await world.begin([{ calls }, { text: "All is wiped." }]);
  await cold(world);
  expect(world.process.gate.parkingLot.size).toBe(0);
  const [run] = await world.runs(chat);
  expect(run).toMatchObject({ status: "parked", owner: null });
  expect((await world.message(chat)).parts.at(-1)).toMatchObject({
    type: "data-approval",
    data: { status: "pending" },
  });
  await world.process.sweep(0);
  expect((await world.runs(chat))[0]?.fence, "nobody touches a run that waits").toBe(run?.fence);
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(1);
  expect((await world.message(chat)).parts.at(-1)).toMatchObject({ type: "text", text: "All is wiped." });
  expect(world.errors).toEqual([]);
});

test("watchers of a run that goes cold are told that it waits, and nothing else until it goes on", async () => {
  const { world } = await worldOf(atOnce);
  world.tell("chat", [{ calls }, { text: "All is wiped." }]);
  const chunks: { type: string; data?: unknown }[] = [];
  const stream = streamOf(await world.post("chat", "chat"));
  const watching = (async () => {
    for await (const chunk of stream as unknown as AsyncIterable<{ type: string; data?: unknown }>) chunks.push(chunk);
  })();
  await world.idle("chat");
  await cold(world);
  await world.process.sweep(0);
  const states = () => chunks.flatMap(({ type, data }) => (type === "data-run" ? [data] : []));
  await until(() => states().length > 0, "the watcher to hear of it");
  expect(states()).toMatchObject([{ status: "parked" }]);
  await world.settle("chat", "accept");
  await watching;
  expect(states()).toMatchObject([{ status: "parked" }, { status: "running" }]);
});

test("a run stays in memory while one of its calls runs, or waits for an answer that only this process can carry on", async () => {
  const held = Promise.withResolvers<void>();
  const slow = fakeTool("slow", { flag: "never", act: () => held.promise.then(() => said("ok")) });
  const asking = fakeTool("asking", {
    flag: "never",
    act: async ({ elicit, signal }) => said((await elicit(form, signal)).action),
  });
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool, slow, asking], limits: atOnce });
  const chat = await world.begin({ calls: [...calls, { name: "asking", id: "call_2" }] });
  const [run] = await world.runs(chat);
  await world.process.cool(run?.id ?? "");
  expect(world.process.agent.hot.size).toBe(1);
  expect(await world.runs(chat)).toMatchObject([{ owner: world.process.gate.processId, status: "parked", fence: 1 }]);
  const question = (await world.open(chat)).find(({ kind }) => kind === "form");
  await world.answer(question?.id ?? "", "accept", { content: {} });
  // Now nothing but the card is left to wait for.
  await cold(world);
  await world.settle(chat, "accept");
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["done", "done"]);

  world.tell("slow", [{ calls: [{ name: "slow" }] }]);
  await world.post("other", "slow");
  await until(() => slow.ran.length === 1, "the tool to run");
  await world.process.cool((await world.runs("other"))[0]?.id ?? "");
  expect(world.process.agent.hot.size).toBe(1);
  held.resolve();
  await world.idle("other");
  expect((await world.calls("other")).map(({ state }) => state)).toEqual(["done"]);
  expect(world.errors).toEqual([]);
});

test("G6: while more runs are in memory than may be, those that wait leave it at once", async () => {
  const { world, tool } = await worldOf({ ...never, hotRuns: 3 });
  const chats: string[] = [];
  for (let count = 0; count < 10; count += 1) chats.push(await world.begin({ calls }));
  await until(() => world.process.agent.hot.size <= 3, "the others to leave memory");
  for (const chat of chats) await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(10);
});

test("an answer that comes while its run goes cold is not lost, and starts the call once, here or elsewhere", async () => {
  const { world, tool } = await worldOf(never);
  for (const elsewhere of [false, true]) {
    for (const { name, come } of moments(world)) {
      tool.ran.length = 0;
      const first = world.start();
      world.process = first;
      const chat = await world.begin({ calls });
      const [run] = await world.runs(chat);
      const cooling = first.cool(run?.id ?? "");
      await come();
      if (elsewhere) world.process = world.start();
      await world.answer(chat, "accept");
      await cooling;
      await until(async () => (await world.runs(chat))[0]?.status === "done", "the run to end");
      expect(tool.ran.length, name).toBe(1);
      const started = (await world.audit(chat)).filter(({ kind }) => kind === "call-started");
      expect(started, name).toHaveLength(1);
    }
  }
  expect(world.errors).toEqual([]);
});

test("Stop while a run goes cold ends it, and its message says so once", async () => {
  const { world, tool } = await worldOf(never);
  for (const { name, come } of moments(world)) {
    const chat = await world.begin({ calls });
    const cooling = world.process.cool((await world.runs(chat))[0]?.id ?? "");
    await come();
    expect(await world.process.chats.stop(world.person.id, chat)).toEqual({ stopped: true });
    await cooling;
    await cold(world);
    expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["stopped"]);
    const notices = (await world.message(chat)).parts.filter(({ type }) => type === "data-notice");
    expect(notices, name).toHaveLength(1);
  }
  expect(tool.ran).toEqual([]);
  expect(world.errors).toEqual([]);
});

test("G1: killed at any statement while a run goes cold, the card is there and its call runs once", async () => {
  const { world, tool } = await worldOf(never);
  for (let statement = 0, survived = false; !survived; statement += 1) {
    tool.ran.length = 0;
    const chat = await world.begin({ calls });
    world.process.killAtStatement(statement);
    await Promise.allSettled([world.process.cool((await world.runs(chat))[0]?.id ?? "")]);
    survived = !world.process.isDead();
    world.process.kill();
    world.process = world.start();
    await world.advance(10_000);
    await world.process.sweep(0);
    expect((await world.runs(chat)).map(({ owner }) => owner)).toEqual([null]);
    await world.settle(chat, "accept");
    expect(tool.ran.length, `killed at statement ${statement}`).toBe(1);
  }
});

test("G3: a run that could not go cold because the store failed stays as it is, and goes on", async () => {
  const { world, tool } = await worldOf(never);
  const chat = await world.begin({ calls });
  const mend = await breakUpdates(world.store, { table: "runs", by: "failing" });
  await expect(world.process.cool((await world.runs(chat))[0]?.id ?? "")).rejects.toThrow("full");
  await mend();
  expect(world.process.agent.hot.size).toBe(1);
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(1);
});
