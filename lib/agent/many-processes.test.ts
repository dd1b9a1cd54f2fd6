import { expect, test } from "vitest";
import type { AppProcess } from "#e2e/support/app-process.ts";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { wakeSettledApprovals } from "#lib/gate/ask/await-answers.ts";

const calls = [{ name: "wipe", args: { disk: "a" } }];
/** As long as the holder's lease lasts. */
const lease = 10_000;
const hot = { coldAfterMs: Infinity };

/** A run whose one call runs in the first process, until `finish`; and a second process. */
async function working() {
  const held = Promise.withResolvers<void>();
  const tool = fakeTool("wipe", { flag: "never", act: () => held.promise.then(() => said("wiped")) });
  const world = await gateWorld({ tools: [tool] });
  world.tell("go", [{ calls }, { text: "All is wiped." }]);
  await world.post("chat", "go");
  await until(() => tool.ran.length === 1, "the tool to run");
  return { world, tool, first: world.process, second: world.start(), finish: held.resolve };
}

/** A run that waits in the first process's memory, and a second process. */
async function waiting() {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool], limits: hot });
  const chat = await world.begin([{ calls }, { text: "All is wiped." }]);
  expect(world.process.agent.hot.size).toBe(1);
  return { world, tool, chat, first: world.process, second: world.start() };
}

async function answerAt(world: GateWorld, process: AppProcess, chat: string) {
  world.process = process;
  return world.answer(chat, "accept");
}

function ended(world: GateWorld, chat: string): Promise<void> {
  return until(async () => (await world.runs(chat)).at(-1)?.ended_at !== null, "the run to end");
}

async function outcome(world: GateWorld, chat: string) {
  const [run] = await world.runs(chat);
  const [call] = await world.calls(chat);
  return { run: run?.status, call: call?.state };
}

test("I8: a run whose holder died is taken over when its lease lapses, and not before", async () => {
  const { world, tool, first, second, finish } = await working();
  first.kill();
  await world.advance(lease - 1);
  await second.resume("others");
  await second.sweep();
  expect(await outcome(world, "chat")).toEqual({ run: "running", call: "running" });
  await world.advance(1);
  await second.sweep();
  await ended(world, "chat");
  expect(await outcome(world, "chat")).toEqual({ run: "done", call: "unknown" });
  finish();
  expect(tool.ran).toHaveLength(1);
  expect(world.lastPrompt()).toContain("It is unknown whether this tool call took effect");
});

test("I2: a holder that renews its lease is never evicted, even if its run is said to wait for somebody", async () => {
  const { world, tool, first, second, finish } = await working();
  for (let time = 0; time < 5; time += 1) {
    await world.advance(lease - 1);
    await first.renew();
    await Promise.all([second.continueRun((await world.runs("chat"))[0]?.id ?? ""), second.sweep()]);
  }
  expect(second.agent.hot.size).toBe(0);
  expect((await world.runs("chat")).map(({ fence }) => fence)).toEqual([1]);
  finish();
  await ended(world, "chat");
  expect(await outcome(world, "chat")).toEqual({ run: "done", call: "done" });
  expect(tool.ran).toHaveLength(1);
});

test("I2, I8: a process that slept for longer than its lease writes nothing more, and its late result does not count", async () => {
  const { world, tool, first, second, finish } = await working();
  await world.advance(lease);
  await second.sweep();
  await ended(world, "chat");
  const before = { message: await world.message("chat"), audit: await world.audit("chat") };
  finish();
  await until(() => first.agent.hot.size === 0, "the first process to see that it lost the run");
  await first.renew();
  expect({ message: await world.message("chat"), audit: await world.audit("chat") }).toEqual(before);
  expect(await outcome(world, "chat")).toEqual({ run: "done", call: "unknown" });
  expect(tool.ran).toHaveLength(1);
  expect(world.errors).toEqual([]);
});

test("I2: a process that slept for longer than its lease starts nothing more, also when it hears of the answer first", async () => {
  const { world, tool, chat, first, second } = await waiting();
  await world.advance(lease);
  await second.sweep();
  const [run] = await world.runs(chat);
  expect(run).toMatchObject({ owner: null, status: "parked" });
  const [approval] = await world.open(chat);
  await answerAt(world, second, chat);
  first.gate.parkingLot.wake(approval?.id ?? "");
  await ended(world, chat);
  await first.renew();
  await until(() => first.agent.hot.size === 0, "the first process to let go");
  expect(tool.ran).toHaveLength(1);
  expect((await world.audit(chat)).filter(({ kind }) => kind === "call-started")).toHaveLength(1);
  expect(await outcome(world, chat)).toEqual({ run: "done", call: "done" });
});

test("a run that is lost while one of its calls waits leaves memory with the next look at its lease", async () => {
  const { world, chat, first, second } = await waiting();
  await world.advance(lease);
  await second.sweep();
  await first.renew();
  await until(() => first.agent.hot.size === 0, "the first process to let go");
  expect(await outcome(world, chat)).toEqual({ run: "parked", call: "waiting" });
  expect(await world.open(chat)).toHaveLength(1);
  expect(world.errors).toEqual([]);
});

test("a decision that another process takes wakes the one that holds the run, which alone starts the call", async () => {
  const { world, tool, chat, first, second } = await waiting();
  await answerAt(world, second, chat);
  await ended(world, chat);
  expect(tool.ran).toHaveLength(1);
  expect(second.agent.hot.size).toBe(0);
  expect((await world.runs(chat)).map(({ fence, owner }) => [fence, owner])).toEqual([[1, first.gate.processId]]);
});

test("G9: when the notification is lost, the holder finds the answer at its next look for all it waits for", async () => {
  const { world, tool, chat, first, second } = await waiting();
  world.bus.isCut = true;
  await answerAt(world, second, chat);
  expect(await outcome(world, chat)).toEqual({ run: "running", call: "waiting" });
  await wakeSettledApprovals(first.gate);
  await ended(world, chat);
  expect(tool.ran).toHaveLength(1);
});

test("a decision on a run that nobody holds goes on in the process that took it", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool], limits: { coldAfterMs: 0 } });
  const both = [1, 2].map((disk) => ({ name: "wipe", args: { disk }, id: `c${disk}` }));
  const chat = await world.begin({ calls: both });
  const first = world.process;
  await until(() => first.agent.hot.size === 0, "the run to go cold");
  const second = world.start();
  await answerAt(world, second, chat);
  // It runs at once, though the other call is still open.
  await until(() => tool.ran.length === 1, "the accepted call to run");
  const third = world.start();
  await answerAt(world, third, chat);
  await ended(world, chat);
  expect(tool.ran).toHaveLength(2);
  expect(await outcome(world, chat)).toEqual({ run: "done", call: "done" });
  expect(first.agent.hot.size).toBe(0);
});

test("Stop reaches a run in another process's memory, which keeps the words that it alone knows", async () => {
  for (const isCut of [false, true]) {
    const world = await gateWorld();
    const hold = Promise.withResolvers<void>();
    world.tell("go", [{ text: "Half a sentence", hold: hold.promise }]);
    await world.post("chat", "go");
    const first = world.process;
    await until(() => JSON.stringify([...first.agent.hot.values()][0]?.stream).length > 0, "the run to speak");
    await until(() => world.model.requests.length === 1, "the model to be asked");
    world.process = world.start();
    expect(await world.post("chat", "and then")).toEqual({ queued: true });
    world.bus.isCut = isCut;
    expect(await world.process.chats.stop(world.person.id, "chat")).toEqual({ stopped: true });
    // A holder that did not hear of it sees it at the next look at its lease.
    await first.renew();
    await until(() => first.agent.hot.size === 0, "the first process to let go");
    await until(async () => (await world.runs("chat")).length === 2, "the queued message to start");
    await ended(world, "chat");
    const { messages } = await world.detail("chat");
    const texts = messages[1]?.parts.flatMap((part) => (part.type === "text" ? [part.text.trim()] : []));
    expect(texts).toEqual(["Half a sentence"]);
    expect(messages[1]?.parts.filter(({ type }) => type === "data-notice")).toMatchObject([
      { data: { kind: "stopped", text: "You stopped this answer." } },
    ]);
    expect((await world.runs("chat")).map(({ status }) => status)).toEqual(["stopped", "done"]);
    expect(world.errors).toEqual([]);
  }
});

test("I4: Stop in another process ends a card, and a call that its answer would start never starts", async () => {
  const { world, tool, chat, first, second } = await waiting();
  const [approval] = await world.open(chat);
  expect(await second.chats.stop(world.person.id, chat)).toEqual({ stopped: true });
  expect(await answerAt(world, second, approval?.id ?? "")).toMatchObject({ refused: "settled", status: "cancelled" });
  await until(() => first.agent.hot.size === 0, "the first process to let go");
  expect(tool.ran).toEqual([]);
  expect(await outcome(world, chat)).toEqual({ run: "stopped", call: "refused" });
});

test("a call that was running when its run was stopped ends as unknown, also when its process died before it said so", async () => {
  const { world, tool, first, second } = await working();
  first.kill();
  expect(await second.chats.stop(world.person.id, "chat")).toEqual({ stopped: true });
  await second.sweep();
  expect(await outcome(world, "chat")).toEqual({ run: "stopped", call: "running" });
  await world.advance(lease);
  await second.sweep();
  expect(await outcome(world, "chat")).toEqual({ run: "stopped", call: "unknown" });
  expect(tool.ran).toHaveLength(1);
});

test("G3: a process whose store is away for longer than a renewal keeps its runs when nobody took them", async () => {
  const { world, tool, first, finish } = await working();
  const { database } = first.gate;
  first.gate.database = world.start().gate.database;
  await first.gate.database.close();
  await expect(first.renew()).rejects.toThrow("dead");
  first.gate.database = database;
  await world.advance(lease);
  await first.renew();
  finish();
  await ended(world, "chat");
  expect(await outcome(world, "chat")).toEqual({ run: "done", call: "done" });
  expect(tool.ran).toHaveLength(1);
});
