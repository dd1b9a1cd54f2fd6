import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import type { Dispatch } from "#lib/store/engine/dispatch.ts";
import { noDispatch } from "#lib/store/engine/dispatch.ts";

const form = { mode: "form" as const, message: "Sure?", requestedSchema: { type: "object" }, url: null };
const hot = { coldAfterMs: Infinity };

/** Jobs that were sent, in the order of their commits. */
function jobs() {
  const sent: string[] = [];
  const dispatch: Dispatch = { ...noDispatch, send: async (_, __, when) => void sent.push(when) };
  return { sent, dispatch };
}

/** A call that runs until `finish`, beside one that waits for a person. */
async function inFlight(limits = {}) {
  const held = Promise.withResolvers<void>();
  const slow = fakeTool("slow", { flag: "never", act: () => held.promise.then(() => said("slowly done")) });
  const wipe = fakeTool("wipe");
  const { sent, dispatch } = jobs();
  const world = await gateWorld({ tools: [slow, wipe], limits: { ...hot, abandonAfterMs: 20, ...limits }, dispatch });
  const calls = [{ name: "slow" }, { name: "wipe", id: "call_2" }];
  world.tell("go", [{ calls }, { text: "All is done." }]);
  await world.post("chat", "go");
  await until(async () => slow.ran.length === 1 && (await world.open("chat")).length === 1, "the calls to be judged");
  return { world, slow, wipe, sent, finish: held.resolve };
}

/** Ends the process: anything that it still does on the store fails. */
async function leave(world: GateWorld): Promise<void> {
  await world.process.leave();
  expect(world.process.agent.hot.size).toBe(0);
  world.process.kill();
  world.process = world.start();
}

function states(world: GateWorld) {
  return world.calls("chat").then((calls) => calls.map(({ state }) => state));
}

test("a model step is broken off and done again elsewhere, without waiting for a lease", async () => {
  const { sent, dispatch } = jobs();
  const world = await gateWorld({ dispatch });
  const hold = Promise.withResolvers<void>();
  world.tell("go", [{ text: "A long story.", hold: hold.promise }]);
  await world.post("chat", "go");
  await until(() => world.model.requests.length === 1, "the model to be asked");
  await leave(world);
  expect(await world.runs("chat")).toMatchObject([{ status: "running", owner: null }]);
  expect(sent).toEqual(["now"]);
  hold.resolve();
  await world.process.sweep(0);
  await world.idle("chat");
  const texts = (await world.message("chat")).parts.filter(({ type }) => type === "text");
  expect(texts).toMatchObject([{ text: "A long story." }]);
  expect(world.errors).toEqual([]);
});

test("a run that waits for people goes cold, and no job is sent for it", async () => {
  const { sent, dispatch } = jobs();
  const wipe = fakeTool("wipe");
  const world = await gateWorld({ tools: [wipe], limits: hot, dispatch });
  const chat = await world.begin({ calls: [{ name: "wipe" }] });
  await leave(world);
  expect(await world.runs(chat)).toMatchObject([{ status: "parked", owner: null }]);
  expect(sent).toEqual([]);
  await world.settle(chat, "accept");
  // A decision on a run that nobody holds must outlive the process that took it.
  expect(sent).toEqual(["soon"]);
  expect(wipe.ran).toHaveLength(1);
});

test("a call in flight is waited for, and nothing new starts meanwhile, whatever is accepted", async () => {
  const { world, wipe, sent, finish } = await inFlight();
  const first = world.process;
  const leaving = first.leave();
  await until(() => first.agent.closing, "it to begin");
  world.process = world.start();
  await world.answer("chat", "accept");
  await sleep(120);
  expect(await states(world)).toEqual(["running", "waiting"]);
  finish();
  await leaving;
  expect(first.agent.hot.size).toBe(0);
  first.kill();
  expect(await states(world)).toEqual(["done", "waiting"]);
  expect(wipe.ran).toEqual([]);
  expect(await world.runs("chat")).toMatchObject([{ status: "running", owner: null }]);
  expect(sent).toEqual(["now"]);
  await world.process.sweep(0);
  await world.idle("chat");
  expect(await states(world)).toEqual(["done", "done"]);
  expect(wipe.ran).toHaveLength(1);
  expect(world.model.requests).toHaveLength(2);
  expect(world.errors).toEqual([]);
});

test("I8: a call that takes too long is left behind and unknown, and never run again", async () => {
  const { world, slow, finish } = await inFlight({ stopWithinMs: 30 });
  await leave(world);
  expect(await states(world)).toEqual(["running", "waiting"]);
  await world.process.sweep(0);
  expect(await states(world)).toEqual(["unknown", "waiting"]);
  finish();
  await world.idle("chat");
  await world.settle("chat", "decline");
  expect(slow.ran).toHaveLength(1);
  expect(world.lastPrompt()).toContain("It is unknown whether this tool call took effect");
  expect(world.errors).toEqual([]);
});

test("a question that only this process could answer to its server is not waited for, and ends as lost", async () => {
  const asking = fakeTool("asking", {
    flag: "never",
    act: async ({ elicit, signal }) => said((await elicit(form, signal)).action),
  });
  const world = await gateWorld({ tools: [asking], limits: { ...hot, abandonAfterMs: 20 } });
  const chat = await world.begin({ calls: [{ name: "asking" }] });
  await leave(world);
  await world.process.sweep(0);
  await world.idle(chat);
  const [approval] = await world.approvals(chat);
  expect(approval?.status).toBe("cancelled");
  expect(approval?.decision_json).toContain("server-lost");
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["unknown"]);
});

test("G1: killed at any statement while it leaves, nothing is lost and nothing runs twice", async () => {
  const slow = fakeTool("slow", { flag: "never", act: () => sleep(2).then(() => said("slowly done")) });
  const wipe = fakeTool("wipe");
  const world = await gateWorld({ tools: [slow, wipe], limits: { ...hot, stopWithinMs: 40, abandonAfterMs: 20 } });
  for (let statement = 0, survived = false; !survived; statement += 1) {
    const chat = `chat-${statement}`;
    world.tell(chat, [{ calls: [{ name: "slow" }, { name: "wipe", id: "call_2" }] }]);
    await world.post(chat, chat);
    // Killed between the record of its start and the start, the slow call would rightly not have run.
    await until(async () => slow.ran.length === 1 && (await world.open(chat)).length === 1, "the calls to be judged");
    world.process.killAtStatement(statement);
    await Promise.allSettled([world.process.leave()]);
    survived = !world.process.isDead();
    world.process.kill();
    world.process = world.start();
    await world.advance(10_000);
    await world.process.sweep(0);
    await world.idle(chat);
    await world.settle(chat, "accept");
    expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["done"]);
    const ran = [slow, wipe].map((tool) => tool.ran.splice(0).length);
    expect(ran, `killed at statement ${statement}`).toEqual([1, 1]);
  }
});
