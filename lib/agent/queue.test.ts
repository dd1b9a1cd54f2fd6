import { expect, test } from "vitest";
import { lastTextOf, textsOf } from "#e2e/support/chat-texts.ts";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { gateWorld, streamOf, until, type GateWorld } from "#e2e/support/gate-world.ts";

const calls = [{ name: "wipe", args: { disk: "a" } }];

/** A chat whose answer streams until `finish` is called. */
async function speaking(text = "One") {
  const world = await gateWorld({ tools: [fakeTool("wipe")] });
  const hold = Promise.withResolvers<void>();
  world.tell("first", [{ text, hold: hold.promise }]);
  await world.post("chat", "first", { id: "m1" });
  await until(() => world.model.requests.length === 1, "the model to be asked");
  return { world, finish: hold.resolve };
}

function ended(world: GateWorld, count: number): Promise<void> {
  const check = async () => (await world.runs("chat")).filter(({ ended_at }) => ended_at !== null).length === count;
  return until(check, `${count} answers`);
}

test("a message while text streams is queued, shown, and starts its own run when the answer ends", async () => {
  const { world, finish } = await speaking();
  expect(await world.post("chat", "second", { id: "m2" })).toEqual({ queued: true });
  await world.advance(1);
  expect(await world.post("chat", "third", { id: "m1000" })).toEqual({ queued: true });
  expect((await world.detail("chat")).queue).toEqual([
    { id: "m2", text: "second" },
    { id: "m1000", text: "third" },
  ]);
  world.tell("second", [{ text: "Two" }]);
  world.tell("third", [{ text: "Three" }]);
  finish();
  await ended(world, 3);
  expect(await textsOf(world, "chat")).toEqual(["first", "One", "second", "Two", "third", "Three"]);
  expect((await world.detail("chat")).queue).toEqual([]);
});

test("M64: a resource in a queued message waits with it, and goes to the model with it", async () => {
  const { world, finish } = await speaking();
  const resource = { serverId: "s", server: "Notes", uri: "notes://a", name: "a", text: "Of the server.", leftOut: 0 };
  const message = { id: "m2", text: "second", resources: [resource] };
  const turn = { personId: world.person.id, chatId: "chat", message };
  expect(await startTurn(world.process.agent, turn)).toEqual({ queued: true });
  expect((await world.detail("chat")).queue).toEqual([{ id: "m2", text: "second" }]);
  finish();
  await ended(world, 2);
  expect(JSON.stringify(world.model.requests.at(-1)?.prompt)).toContain("> Of the server.");
  const { parts } = (await world.detail("chat")).messages[2] ?? {};
  expect(parts?.[1]).toEqual({ type: "data-resource", data: resource });
});

test("a queued message can be taken back, and then never starts", async () => {
  const { world, finish } = await speaking();
  await world.post("chat", "second", { id: "m2" });
  expect(await world.process.chats.unqueue(world.stranger.id, "chat", "m2")).toBe(false);
  expect(await world.process.chats.unqueue(world.person.id, "chat", "m2")).toBe(true);
  expect(await world.process.chats.unqueue(world.person.id, "chat", "m2")).toBe(false);
  finish();
  await world.idle("chat");
  expect(await textsOf(world, "chat")).toEqual(["first", "One"]);
});

test("the same message twice is one turn, whether it is new, queued or answered", async () => {
  const { world, finish } = await speaking();
  const both = await Promise.all([1, 2].map(() => world.post("chat", "second", { id: "m2" })));
  expect(both).toEqual([{ queued: true }, { queued: true }]);
  const joined = streamOf(await world.post("chat", "first", { id: "m1" }));
  finish();
  await ended(world, 2);
  expect(await lastTextOf(joined)).toBe("One");
  expect(await lastTextOf(streamOf(await world.post("chat", "second", { id: "m2" })))).toBe("Done.");
  expect(await textsOf(world, "chat")).toEqual(["first", "One", "second", "Done."]);
  expect(world.model.requests).toHaveLength(2);
});

test("a hundred posts of one new message at once begin one run", async () => {
  const world = await gateWorld();
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => world.post("chat", "hello", { id: "m1" })));
  expect(outcomes.every((outcome) => "stream" in outcome)).toBe(true);
  await world.idle("chat");
  expect(await world.runs("chat")).toHaveLength(1);
  expect(await textsOf(world, "chat")).toEqual(["hello", "Done."]);
  const told = await Promise.all(outcomes.map((outcome) => lastTextOf(streamOf(outcome))));
  expect(told).toEqual(Array(100).fill("Done."));
});

test("different messages at once are all answered, one after the other, none lost and none twice", async () => {
  const world = await gateWorld();
  const texts = Array.from({ length: 8 }, (_, index) => `message ${index}`);
  await Promise.all(texts.map((each) => world.post("chat", each, { id: each })));
  await ended(world, 8);
  const { messages } = await world.detail("chat");
  const asked = messages.filter(({ role }) => role === "user").map(({ id }) => id);
  expect(asked.toSorted()).toEqual(texts);
  expect(messages.map(({ role }) => role)).toEqual(texts.flatMap(() => ["user", "assistant"]));
});

test("a message that was queued outlives an edit further up", async () => {
  const { world, finish } = await speaking();
  await world.post("chat", "queued", { id: "m9" });
  const { agent } = world.process;
  const startNext = agent.afterRun;
  const runsWhenNextStarted: number[] = [];
  agent.afterRun = async (chatId) => {
    runsWhenNextStarted.push((await world.runs(chatId)).length);
    return startNext(chatId);
  };
  await world.post("chat", "instead", { id: "m2", replaces: "m1" });
  finish();
  await ended(world, 3);
  expect(await textsOf(world, "chat")).toEqual(["instead", "Done.", "queued", "Done."]);
  // Had it started when the first run was cut away, it would have been cut away with it.
  expect(runsWhenNextStarted[0]).toBe(2);
});

test("a message queued before the run began to wait starts when that run is stopped, in memory or not", async () => {
  for (const crashed of [false, true]) {
    const world = await gateWorld({ tools: [fakeTool("wipe")] });
    const hold = Promise.withResolvers<void>();
    world.tell("go", [{ calls, hold: hold.promise }]);
    await world.post("chat", "go");
    await until(() => world.model.requests.length === 1, "the model to be asked");
    expect(await world.post("chat", "and then")).toEqual({ queued: true });
    hold.resolve();
    await world.idle("chat");
    // A message written before the card was there does not dismiss it.
    expect(await world.open("chat")).toHaveLength(1);
    if (crashed) await world.crash();
    await world.process.chats.stop(world.person.id, "chat");
    await ended(world, 2);
    expect(await textsOf(world, "chat")).toEqual(["go", undefined, "and then", "Done."]);
  }
});

test("a chat that is deleted takes its run, its cards and its queue with it", async () => {
  const { world, finish } = await speaking();
  await world.post("chat", "second", { id: "m2" });
  expect(await world.process.chats.remove(world.stranger.id, "chat")).toBe(false);
  expect(await world.process.chats.remove(world.person.id, "chat")).toBe(true);
  finish();
  await until(() => world.process.agent.hot.size === 0, "the run to end");
  expect(await world.runs("chat")).toEqual([]);
  expect(world.model.requests).toHaveLength(1);
  expect(world.errors).toEqual([]);
});
