import { expect, test } from "vitest";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, type GateWorld } from "#e2e/support/gate-world.ts";
import { baseInstructions } from "#lib/agent/step/base-instructions.ts";

const long = "x".repeat(3_000);

/** A model that has room for so many bytes of messages: a quarter is for its answer, and some for instructions and tools. */
const tokensFor = (bytes: number) => Math.ceil((bytes + Buffer.byteLength(baseInstructions)) / 3 / 0.75);

async function ask(world: GateWorld, chat: string, text: string, answer: string): Promise<string[]> {
  world.tell(text, [{ text: answer }]);
  await world.post(chat, text);
  await world.idle(chat);
  const { messages } = await world.detail(chat);
  return contextNotices(messages.at(-1));
}

function contextNotices(message: ChatMessage | undefined): string[] {
  return (message?.parts ?? []).flatMap((part) =>
    part.type === "data-notice" && part.data.kind === "context" ? [part.data.text] : [],
  );
}

test("K8: a person is told before a chat is too long for its model, and in each answer what was not sent", async () => {
  const world = await gateWorld({ tools: [], contextTokens: tokensFor(7_500) });
  const chat = await world.begin([{ text: long }]);
  const told = [];
  for (const question of ["second", "third", "fourth"]) told.push(await ask(world, chat, question, long));
  expect(told).toEqual([
    [],
    ["This chat is nearly as long as its model reads at once. Soon its first messages will not be sent."],
    ["This chat is longer than its model reads at once. Its first 2 messages were not sent to the model."],
  ]);
  const prompt = world.lastPrompt();
  expect(prompt).toContain("its first 2 messages were left out");
  expect(prompt).not.toContain(chat);
  expect(prompt).toContain('"second"');
});

test("K8: an answer with many calls says it once, and leaves out more as it grows", async () => {
  const tools = [fakeTool("read", { flag: "never", act: () => said(long) })];
  const world = await gateWorld({ tools, contextTokens: tokensFor(10_000) });
  const chat = await world.begin([{ text: long }]);
  const calls = [{ name: "read", args: {} }];
  world.tell("go on", [{ calls }, { calls }, { calls }, { text: "done" }]);
  await world.post(chat, "go on");
  await world.idle(chat);
  const { messages } = await world.detail(chat);
  expect(contextNotices(messages.at(-1))).toHaveLength(1);
  expect(world.model.requests.at(-1)?.prompt.filter(({ role }) => role === "user")).toHaveLength(1);
});
