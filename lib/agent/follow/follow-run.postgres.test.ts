import { randomUUID } from "node:crypto";
import { setImmediate as immediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { AppProcess } from "#e2e/support/app-process.ts";
import { lastTextOf } from "#e2e/support/chat-texts.ts";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, streamOf, until, type GateWorld, type WorldOptions } from "#e2e/support/gate-world.ts";
import { readAsItComes } from "#e2e/support/read-as-it-comes.ts";
import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import { fold } from "#lib/agent/stream/fold.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { watchRun } from "./watch-run.ts";

/** Two processes on one store: `here` works, `there` only watches, unless a test says otherwise. */
async function two(options: WorldOptions = {}) {
  const world = await gateWorld({ ...options, limits: { coldAfterMs: Infinity, ...options.limits } });
  const there = world.start();
  const chat = randomUUID();
  onTestFinished(() => {
    for (const one of [there, world.process]) one.kill();
  });
  return { world, here: world.process, there, chat };
}

async function watching(world: GateWorld, process: AppProcess, chatId: string) {
  const stream = await watchRun(process.agent, { personId: world.person.id, chatId });
  if (!stream) throw new Error("Nothing is live.");
  return reading(stream);
}

function reading(stream: ReadableStream<ChatChunk>) {
  const { chunks, ended, isEnded, leave } = readAsItComes(stream);
  return {
    chunks,
    ended,
    isOpen: () => !isEnded(),
    types: () => chunks.map(({ type }) => type),
    states: () => chunks.flatMap((chunk) => (chunk.type === "data-run" ? [chunk.data.status] : [])),
    message: () => fold({ id: "", role: "assistant", parts: [] }, chunks),
    text: () => chunks.map((chunk) => (chunk.type === "text-delta" ? chunk.delta : "")).join(""),
    leave,
  };
}

/** Without the parts that only the stream or only the rows know. */
function plain({ id, parts }: ChatMessage) {
  return {
    id,
    parts: parts.filter(({ type }) => !type.startsWith("data-")).map((part) => ({ ...part, id: undefined })),
  };
}

test("a watcher on another process sees the same message, early or late", async () => {
  const { world, there, chat } = await two();
  const hold = Promise.withResolvers<void>();
  world.tell(chat, [{ reasoning: "Let me think.", text: "A long and winding answer.", hold: hold.promise }]);
  const mine = reading(streamOf(await world.post(chat, chat)));
  const early = await watching(world, there, chat);
  await expect.poll(() => early.text()).toBe("A long and winding answer.");
  const late = await watching(world, there, chat);
  hold.resolve();
  await Promise.all([mine.ended, early.ended, late.ended]);
  const stored = await world.message(chat);
  for (const client of [mine, early, late]) {
    expect(client.types().at(0)).toBe("start");
    expect(client.types().at(-1)).toBe("finish");
    expect(plain(await client.message())).toEqual(plain(stored));
  }
  expect(world.errors).toEqual([]);
});

test("S4.18: a card is shown on every process, and an answer given on either goes on where the run is held", async () => {
  for (const answering of ["here", "there"] as const) {
    const wipe = fakeTool("wipe");
    const { world, here, there, chat } = await two({ tools: [wipe] });
    world.tell(chat, [{ calls: [{ name: "wipe" }] }, { text: "Wiped." }]);
    await world.post(chat, chat);
    const client = await watching(world, there, chat);
    await expect.poll(() => client.states()).toEqual(["parked"]);
    world.process = answering === "here" ? here : there;
    await world.answer(chat, "accept");
    await client.ended;
    expect(client.states()).toEqual(["parked", "running"]);
    expect(client.types().at(-1)).toBe("finish");
    const seen = await client.message();
    expect(plain(seen).parts).toMatchObject(plain(await world.message(chat)).parts);
    expect(wipe.ran).toHaveLength(1);
    for (const one of [here, there]) one.kill();
  }
});

test("a message that is posted again while its answer ends brings all of that answer, on whichever process", async () => {
  const { world, here, there } = await two();
  for (let moment = 0; moment < 60; moment += 1) {
    const again = (process: AppProcess, chatId: string) =>
      startTurn(process.agent, { personId: world.person.id, chatId, message: { id: `m-${chatId}`, text: "Hello" } });
    const chatId = `chat-${moment}`;
    const first = await again(here, chatId);
    for (let turn = 0; turn < moment; turn += 1) await immediate();
    const outcomes = await Promise.all([again(here, chatId), again(there, chatId), again(here, chatId)]);
    const told = await Promise.all([first, ...outcomes].map((outcome) => lastTextOf(streamOf(outcome))));
    expect(told, `posted again after ${moment} turns`).toEqual(Array(4).fill("Done."));
  }
});

test("G9: without any signal the other process sees everything too", async () => {
  const { world, there, chat } = await two();
  world.bus.isCut = true;
  const holds = [Promise.withResolvers<void>()];
  world.tell(chat, [{ text: "Slowly.", hold: holds[0]!.promise }]);
  await world.post(chat, chat);
  const client = await watching(world, there, chat);
  await expect.poll(() => client.text()).toBe("Slowly.");
  holds[0]!.resolve();
  await client.ended;
  expect(client.types().at(-1)).toBe("finish");
});

test("I8: when the process that writes dies, watchers connect again and see one message, that of the new attempt", async () => {
  const { world, here, there, chat } = await two({
    tools: [fakeTool("look", { flag: "never", act: () => said("seen") })],
  });
  const never = new Promise<void>(() => {});
  let attempt = 0;
  world.tell(chat, (step) => {
    if (step === 0) return { text: "Looking.", calls: [{ name: "look" }] };
    attempt += 1;
    return attempt === 1 ? { text: "The first attempt", hold: never } : { text: "The second attempt." };
  });
  await world.post(chat, chat);
  const before = await watching(world, there, chat);
  await expect.poll(() => before.text()).toContain("The first attempt");
  here.kill();
  await world.advance(60_000);
  await there.sweep();
  await before.ended;
  expect(before.types()).not.toContain("finish");
  world.process = there;
  await world.idle(chat);
  const { messages } = await world.detail(chat);
  expect(messages).toHaveLength(2);
  expect(messages[1]?.parts.flatMap((part) => (part.type === "text" ? [part.text] : []))).toEqual([
    "Looking.",
    "The second attempt.",
  ]);
  expect(messages[1]?.id).toBe((await before.message()).id);
});

test("the new attempt is followed from its one start by a third process, with all that came before", async () => {
  const { world, here, there, chat } = await two();
  const third = world.start();
  onTestFinished(() => third.kill());
  const hold = Promise.withResolvers<void>();
  const never = new Promise<void>(() => {});
  let attempt = 0;
  world.tell(chat, () => {
    attempt += 1;
    return attempt === 1 ? { text: "First try", hold: never } : { text: "Second try.", hold: hold.promise };
  });
  await world.post(chat, chat);
  const before = await watching(world, third, chat);
  await expect.poll(() => before.text()).toBe("First try");
  here.kill();
  await world.advance(60_000);
  await there.sweep();
  await before.ended;
  const after = await watching(world, third, chat);
  await expect.poll(() => after.text()).toBe("Second try.");
  hold.resolve();
  await after.ended;
  expect(after.types().filter((type) => type === "start")).toHaveLength(1);
  world.process = there;
  await world.idle(chat);
  expect(plain(await after.message())).toEqual(plain(await world.message(chat)));
});

test("a reading of the chat on another process has the text that was written so far, and so has a second post", async () => {
  const { world, there, chat } = await two();
  const hold = Promise.withResolvers<void>();
  world.tell(chat, [{ text: "In the middle of a", hold: hold.promise }]);
  const id = randomUUID();
  await world.post(chat, chat, { id });
  const textThere = async () => {
    const detail = await there.chats.detail(world.person.id, chat);
    return detail?.messages
      .at(-1)
      ?.parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
      .join("");
  };
  await expect.poll(textThere).toBe("In the middle of a");
  const again = { personId: world.person.id, chatId: chat, message: { id, text: chat } };
  const client = reading(streamOf(await startTurn(there.agent, again)));
  await expect.poll(() => client.text()).toBe("In the middle of a");
  hold.resolve();
  await client.ended;
  expect(client.types().at(-1)).toBe("finish");
  expect(await world.runs(chat)).toHaveLength(1);
});

test("a watcher of a cold run sees its card, and connects again when another process goes on with it", async () => {
  const { world, here, there, chat } = await two({ tools: [fakeTool("wipe")], limits: { coldAfterMs: 0 } });
  const hold = Promise.withResolvers<void>();
  world.tell(chat, [{ calls: [{ name: "wipe" }] }, { text: "Wiped.", hold: hold.promise }]);
  await world.post(chat, chat);
  await until(async () => here.agent.hot.size === 0 && (await world.open(chat)).length === 1, "the run to go cold");
  const cold = await watching(world, there, chat);
  await expect.poll(() => cold.states()).toEqual(["parked"]);
  expect(cold.types()).toContain("data-approval");
  await world.answer(chat, "accept");
  await cold.ended;
  const live = await watching(world, there, chat);
  await expect.poll(() => live.text()).toBe("Wiped.");
  hold.resolve();
  await live.ended;
  expect(live.types().at(-1)).toBe("finish");
});

test("of two questions of a cold run, one that was answered elsewhere is no longer shown as open", async () => {
  const calls = [1, 2].map((disk) => ({ name: "wipe", args: { disk }, id: `c${disk}` }));
  const { world, here, there, chat } = await two({ tools: [fakeTool("wipe")], limits: { coldAfterMs: 0 } });
  world.tell(chat, [{ calls }, { text: "Done." }]);
  await world.post(chat, chat);
  await until(async () => here.agent.hot.size === 0 && (await world.open(chat)).length === 2, "the run to go cold");
  const cold = await watching(world, there, chat);
  await world.answer(chat, "decline");
  const statuses = async () => {
    const detail = await there.chats.detail(world.person.id, chat);
    return detail?.messages.at(-1)?.parts.flatMap((part) => (part.type === "data-approval" ? [part.data.status] : []));
  };
  await expect.poll(statuses).toEqual(["declined", "pending"]);
  let client = cold;
  await expect
    .poll(async () => {
      // The stream may end and be opened again; its text comes a little later.
      if (!client.isOpen()) client = await watching(world, there, chat);
      const { parts } = await client.message();
      return parts.flatMap((part) => (part.type === "data-approval" ? [part.data.status] : [])).toSorted();
    })
    .toEqual(["declined", "pending"]);
});

test("a stream that nobody reads any more is let go, and following costs one statement for all runs", async () => {
  const { world, there, chat } = await two();
  const hold = Promise.withResolvers<void>();
  world.tell(chat, [{ text: "On and on", hold: hold.promise }]);
  await world.post(chat, chat);
  const clients = await Promise.all([1, 2, 3].map(() => watching(world, there, chat)));
  await expect.poll(() => clients.map((client) => client.text())).toEqual(Array(3).fill("On and on"));
  expect(there.agent.tails.size).toBe(1);
  for (const client of clients) await client.leave();
  await expect.poll(() => there.agent.tails.size).toBe(0);
  hold.resolve();
  await world.idle(chat);
});
