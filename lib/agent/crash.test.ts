import { expect, test } from "vitest";
import { fakeTool, said, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { decide } from "#lib/gate/answer/decide.ts";

const calls = [{ name: "wipe", args: { disk: "a" } }];

/** Lets everything else go on for this number of turns of the microtask queue. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await null;
}

async function accept(world: GateWorld, chat: string): Promise<void> {
  const [open] = await world.open(chat);
  const target = { approvalId: open?.id ?? "" };
  await decide(world.process.gate, { person: world.person, target, action: "accept", via: "chat" });
}

/**
 * Kills the process the given number of statements after the approval; returns how the call ended, and whether the
 * process came that far.
 */
async function killedAt(world: GateWorld, tool: FakeTool, statement: number) {
  tool.ran.length = 0;
  const chat = await world.begin({ calls });
  world.process.killAtStatement(statement);
  await Promise.allSettled([accept(world, chat)]);
  await until(() => world.process.isDead() || world.process.agent.hot.size === 0, "the process to die");
  const survived = !world.process.isDead();
  await world.crash();
  await world.idle(chat);
  const [approval] = await world.open(chat);
  // Nothing was acknowledged, so nothing was decided.
  if (approval) await world.settle(chat, "accept");
  const [call] = await world.calls(chat);
  expect(["done", "unknown"]).toContain(call?.state);
  expect(tool.ran.length, `killed at statement ${statement}`).toBeLessThanOrEqual(1);
  if (call?.state === "done") expect(tool.ran).toHaveLength(1);
  const audit = await world.audit(chat);
  expect(audit.filter(({ kind }) => kind === "call-started")).toHaveLength(1);
  expect(audit.filter(({ kind }) => kind === "approval-decided")).toHaveLength(1);
  expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["done"]);
  return { survived, end: `${call?.state} ${tool.ran.length}` };
}

test("G1: killed at any statement after the approval, a call runs once or is unknown, and never runs again", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const ends = new Set<string>();
  // Over a connection, statements of other moments come in between: one round may miss an end.
  for (let round = 0; round < 30 && ends.size < 3; round += 1) {
    for (let statement = 0, survived = false; !survived; statement += 1) {
      const killed = await killedAt(world, tool, statement);
      survived = killed.survived;
      ends.add(killed.end);
    }
  }
  // Every kind of end was met: killed around the start, between start and effect, between effect and result.
  expect([...ends].toSorted()).toEqual(["done 1", "unknown 0", "unknown 1"]);
  expect(world.errors).toEqual([]);
}, 600_000);

test("I8: a call found running after a crash is unknown, the model is told, and an answer changes nothing", async () => {
  const held = Promise.withResolvers<void>();
  const tool = fakeTool("wipe", { act: () => held.promise.then(() => said("late")) });
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls });
  await accept(world, chat);
  await until(() => tool.ran.length === 1, "the tool to run");
  await world.crash();
  held.resolve();
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["unknown"]);
  expect(world.lastPrompt()).toContain("It is unknown whether this tool call took effect");
  const [approval] = await world.approvals(chat);
  expect(await world.answer(approval?.id ?? "", "decline")).toMatchObject({ refused: "settled", status: "accepted" });
  const part = (await world.message(chat)).parts.find(({ type }) => type === "dynamic-tool");
  expect(part).toMatchObject({ state: "output-error", approval: { approved: true } });
});

test("G2: after a crash with a hundred open cards every card is still there and each accepted call runs once", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chats: string[] = [];
  for (let count = 0; count < 100; count += 1) chats.push(await world.begin({ calls }));
  await world.crash();
  expect(world.process.agent.hot.size).toBe(0);
  for (const chat of chats) expect((await world.message(chat)).parts.at(-1)).toMatchObject({ type: "data-approval" });
  const outcomes = await Promise.all(
    chats.map((chat, index) => world.answer(chat, index % 2 === 0 ? "accept" : "decline")),
  );
  expect(outcomes.every((outcome) => "decided" in outcome)).toBe(true);
  for (const chat of chats) await world.idle(chat);
  expect(tool.ran).toHaveLength(50);
  expect(new Set(tool.ran.map(({ callId }) => callId)).size).toBe(50);
  for (const chat of chats) expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["done"]);
});

test("an answer that comes while the run is being taken over is not overlooked", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  for (let moment = 0; moment < 150; moment += 3) {
    tool.ran.length = 0;
    const chat = await world.begin({ calls });
    world.process.kill();
    world.process = world.start();
    const resumed = world.process.resume();
    await turns(moment);
    await world.answer(chat, "accept");
    await resumed;
    await world.idle(chat);
    expect(tool.ran.length, `answered after ${moment} turns`).toBe(1);
  }
});

test("two calls of one step: one is answered before the crash, the other after it, and each runs once", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const both = [1, 2].map((disk) => ({ name: "wipe", args: { disk }, id: `c${disk}` }));
  const chat = await world.begin({ calls: both });
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(1);
  await world.crash();
  await world.settle(chat, "accept");
  expect(tool.ran.map(({ arguments: args }) => args)).toEqual([{ disk: 1 }, { disk: 2 }]);
});

test("a crash while the model speaks repeats that step and no tool call before it", async () => {
  const tool = fakeTool("look", { flag: "never" });
  const world = await gateWorld({ tools: [tool] });
  const hold = Promise.withResolvers<void>();
  world.tell("go", [{ calls: [{ name: "look" }] }, { text: "I saw it.", hold: hold.promise }]);
  await world.post("chat", "go");
  await until(() => world.model.requests.length === 2, "the second step");
  await world.crash();
  await until(() => world.model.requests.length === 3, "the second step again");
  hold.resolve();
  await world.idle("chat");
  expect(tool.ran).toHaveLength(1);
  const texts = (await world.message("chat")).parts.filter(({ type }) => type === "text");
  expect(texts).toMatchObject([{ text: "I saw it." }]);
});
