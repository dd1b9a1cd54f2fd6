import { sessionOf } from "#e2e/support/session-of.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { insertKey } from "#lib/store/people/keys.ts";
import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";

test("a message that is taken while an edit ends the answer before it is not lost to that edit", async () => {
  const tool = fakeTool("wipe", { flag: "never", act: () => new Promise(() => {}) });
  const world = await gateWorld({ tools: [tool], limits: { abandonAfterMs: 50 } });
  world.tell("first", [{ calls: [{ name: "wipe" }] }]);
  await world.post("chat", "first", { id: "m1" });
  await until(() => tool.ran.length === 1, "the tool to run");
  const keyId = "key-of-program";
  const tokenHash = await sessionOf(world.store, world.person.id);
  const key = { name: "ci", keyHash: keyId, scopes: ["tools:call" as const], lifetimeMs: 1_000 };
  await insertKey(world.store, { id: keyId, personId: world.person.id, tokenHash, ...key });
  const editing = world.post("chat", "edited", { id: "m2", replaces: "m1" });
  await until(async () => (await world.runs("chat"))[0]?.status === "stopped", "the first answer to be ended");
  const message = { id: "m3", text: "third" };
  const third = await startTurn(world.process.agent, { personId: world.person.id, chatId: "chat", message, keyId });
  expect(third).not.toHaveProperty("refused");
  expect(await editing).toHaveProperty("stream");
  await until(async () => (await world.detail("chat")).queue.length === 0, "the queue to be worked off");
  await world.idle("chat");
  const { messages } = await world.detail("chat");
  expect(messages.filter(({ role }) => role === "user").map(({ id }) => id)).toEqual(["m2", "m3"]);
  expect(messages).toHaveLength(4);
  // What a program sent stays a program's.
  expect((await world.runs("chat")).at(-1)?.key_id).toBe(keyId);
});

test("a queued message that was taken back never starts, however close its turn was", async () => {
  const world = await gateWorld();
  const outcomes = new Set<boolean>();
  // Before the first message ends, so many turns after it, and once the second one has begun.
  const close = Array.from({ length: 200 }, (_, nth) => nth * 3);
  for (const moment of ["before", ...close, "after"] as const) {
    const chat = `chat-${moment}`;
    const hold = Promise.withResolvers<void>();
    world.tell("first", [{ text: "One", hold: hold.promise }]);
    await world.post(chat, "first", { id: "m1" });
    expect(await world.post(chat, "second", { id: "m2" })).toEqual({ queued: true });
    const first = [...world.process.agent.hot.values()][0]?.done;
    if (moment !== "before") {
      hold.resolve();
      await first;
    }
    if (typeof moment === "number") for (let turn = 0; turn < moment; turn += 1) await null;
    if (moment === "after") await until(async () => (await world.detail(chat)).queue.length === 0, "it to begin");
    const takenBack = await world.process.chats.unqueue(world.person.id, chat, "m2");
    hold.resolve();
    await until(() => world.process.agent.hot.size === 0, "everything to end");
    await world.idle(chat);
    const { messages, queue } = await world.detail(chat);
    const started = messages.some(({ id }) => id === "m2");
    expect({ takenBack, started, queue }, `at ${moment}`).toEqual({
      takenBack,
      started: !takenBack,
      queue: [],
    });
    outcomes.add(takenBack);
  }
  expect(outcomes).toEqual(new Set([true, false]));
});
