import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, type GateWorld } from "#e2e/support/gate-world.ts";
import { readAsItComes } from "#e2e/support/read-as-it-comes.ts";
import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";
import { fold } from "./fold.ts";
import { watchRun } from "#lib/agent/follow/watch-run.ts";

const form = { mode: "form" as const, message: "Sure?", requestedSchema: { type: "object" }, url: null };

async function watching(world: GateWorld, chatId: string) {
  const stream = await watchRun(world.process.agent, { personId: world.person.id, chatId });
  if (!stream) throw new Error("Nothing is live.");
  const { chunks, ended } = readAsItComes(stream);
  /** The message that this client has now. */
  const message = () => fold({ id: "", role: "assistant", parts: [] }, chunks);
  return { message, ended };
}

test("watchers of a card that no process works on see the run go on, and all see the same in the end", async () => {
  const world = await gateWorld({ tools: [fakeTool("wipe")] });
  const calls = [1, 2].map((disk) => ({ name: "wipe", args: { disk }, id: `c${disk}` }));
  const chat = await world.begin([{ calls }, { text: "All wiped." }]);
  await world.crash();
  const early = await watching(world, chat);
  await world.settle(chat, "accept");
  const late = await watching(world, chat);
  await world.settle(chat, "decline");
  const stored = await world.message(chat);
  for (const client of [early, late]) {
    await client.ended;
    const { parts } = await client.message();
    const plain = parts.filter(({ type }) => !type.startsWith("data-"));
    expect(plain).toMatchObject(stored.parts.filter(({ type }) => !type.startsWith("data-")));
    const cards = parts.flatMap((part) => (part.type === "data-approval" ? [part.data] : []));
    expect(cards.map(({ status, callState }) => [status, callState])).toEqual([
      ["accepted", "done"],
      ["declined", "refused"],
    ]);
  }
});

test("of two questions of a server, an answered one is no longer shown as open to anybody", async () => {
  const asking = fakeTool("ask", {
    flag: "never",
    act: (): ToolOutcome =>
      asking.ran.length === 1
        ? { kind: "input-required", requests: { a: form, b: form }, requestState: null }
        : said("thanks"),
  });
  const world = await gateWorld({ tools: [asking] });
  const chat = await world.begin({ calls: [{ name: "ask" }] });
  await world.crash();
  const early = await watching(world, chat);
  await world.settle(chat, "accept", { content: {} });
  const late = await watching(world, chat);
  const cardsOf = ({ parts }: ChatMessage) =>
    parts.flatMap((part) => (part.type === "data-approval" ? [part.data.status] : []));
  for (const client of [early, late])
    await expect.poll(async () => cardsOf(await client.message()).toSorted()).toEqual(["accepted", "pending"]);
});

test("the streams of a run that is stopped, deleted or replaced end", async () => {
  for (const end of [
    (world: GateWorld, chat: string) => world.process.chats.stop(world.person.id, chat),
    (world: GateWorld, chat: string) => world.process.chats.remove(world.person.id, chat),
    (world: GateWorld, chat: string) => world.post(chat, "never mind"),
  ]) {
    const world = await gateWorld({ tools: [fakeTool("wipe")] });
    const chat = await world.begin({ calls: [{ name: "wipe" }] });
    await world.crash();
    const stream = await watchRun(world.process.agent, { personId: world.person.id, chatId: chat });
    await end(world, chat);
    const chunks = await Array.fromAsync(stream as unknown as AsyncIterable<ChatChunk>);
    expect(chunks[0]).toMatchObject({ type: "start" });
  }
});

test("B1: nobody watches another person's chat, and an idle chat has no stream", async () => {
  const world = await gateWorld({ tools: [fakeTool("wipe")] });
  const chat = await world.begin({ calls: [{ name: "wipe" }] });
  const { agent } = world.process;
  expect(await watchRun(agent, { personId: world.stranger.id, chatId: chat })).toBeUndefined();
  expect(await watchRun(agent, { personId: world.person.id, chatId: "no-such-chat" })).toBeUndefined();
  await world.settle(chat, "decline");
  expect(await watchRun(agent, { personId: world.person.id, chatId: chat })).toBeNull();
});
