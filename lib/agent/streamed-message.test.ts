import { describe, expect, test } from "vitest";
import { readUIMessageStream } from "ai";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, streamOf, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { readAsItComes } from "#e2e/support/read-as-it-comes.ts";
import type { Said } from "#e2e/support/told-model.ts";
import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import { chunksOf } from "#lib/chat/chunks-of.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { watchRun } from "#lib/agent/follow/watch-run.ts";

/** What a client holds after a stream, by the SDK's own rules. */
async function folded(stream: ReadableStream<ChatChunk>): Promise<ChatMessage> {
  let message: ChatMessage = { id: "", role: "assistant", parts: [] };
  for await (const next of readUIMessageStream<ChatMessage>({ message, stream, terminateOnError: true }))
    message = next;
  return message;
}

function streamOfChunks(chunks: ChatChunk[]): ReadableStream<ChatChunk> {
  return new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

/**
 * A message as it is compared: without progress, which nobody keeps; cards and notices apart, because they belong to a
 * call wherever they stand; without keys that say nothing.
 */
function comparable({ id, parts }: ChatMessage): unknown {
  const plain = JSON.parse(JSON.stringify({ id, parts })) as ChatMessage;
  const said = plain.parts.filter(({ type }) => !type.startsWith("data-")).map(withoutTraces);
  const cards = plain.parts.flatMap((part) => (part.type === "data-approval" ? [part.data] : []));
  const notices = plain.parts.flatMap((part) => (part.type === "data-notice" ? [part.data] : []));
  return { id, said, cards: cards.toSorted((a, b) => a.approvalId.localeCompare(b.approvalId)), notices };
}

/** Ids of reasoning and the reason of a request are in the stream only. */
function withoutTraces(part: ChatMessage["parts"][number]): unknown {
  if (part.type === "reasoning") return { ...part, id: undefined };
  if (part.type !== "dynamic-tool") return part;
  const { approval, ...rest } = part;
  return { ...rest, approval: approval && { ...approval, requestReason: undefined }, rawInput: undefined };
}

const form = {
  mode: "form" as const,
  message: "Sure?",
  requestedSchema: { type: "object", properties: { yes: { type: "boolean" } }, required: ["yes"] },
  url: null,
};

function tools() {
  const asking = fakeTool("asking", {
    flag: "never",
    act: (): ToolOutcome =>
      asking.ran.length === 1
        ? { kind: "input-required", requests: { a: form, b: form }, requestState: null }
        : said("answered"),
  });
  return [
    fakeTool("wipe"),
    asking,
    fakeTool("look", { flag: "never", act: () => said("seen") }),
    fakeTool("fails", { flag: "never", act: () => said("no", true) }),
    fakeTool("throws", { flag: "never", act: () => Promise.reject(new Error("boom")) }),
    fakeTool("old", {
      flag: "never",
      act: async ({ elicit, signal, onProgress }) => {
        onProgress({ progress: 1, total: 2, message: "half" });
        return said((await elicit(form, signal)).action);
      },
    }),
  ];
}

type Scenario = { says: Said[]; after?: (world: GateWorld) => Promise<unknown> };

const wipe = (disk: string, id: string) => ({ name: "wipe", args: { disk }, id });

const scenarios: { [name: string]: Scenario } = {
  "text and reasoning": { says: [{ reasoning: "Let me think.", text: "Here you are, at length." }] },
  "a call that runs": { says: [{ text: "Looking.", calls: [{ name: "look" }] }, { text: "Seen." }] },
  "an approved call": { says: [{ calls: [wipe("a", "a")] }], after: (world) => world.settle("chat", "accept") },
  "an edited call with a note": {
    says: [{ calls: [wipe("a", "a")] }],
    after: (world) => world.settle("chat", "accept", { arguments: { disk: "b" }, note: "only b" }),
  },
  "a declined call": { says: [{ calls: [wipe("a", "a")] }], after: (world) => world.settle("chat", "decline") },
  "several calls, answered backwards": {
    says: [{ calls: [wipe("a", "a"), { name: "look", id: "l" }, wipe("b", "b")] }],
    after: async (world) => {
      for (const [toolCallId, action] of [
        ["b", "accept"],
        ["a", "decline"],
      ] as const) {
        const target = { chatId: "chat", toolCallId };
        await world.decide({ person: world.person, target, action, via: "chat" });
      }
    },
  },
  "an expired call": {
    says: [{ calls: [wipe("a", "a")] }],
    after: async (world) => {
      await world.advance(300_000);
      await world.process.sweep();
    },
  },
  "a stopped card": {
    says: [{ text: "So", calls: [wipe("a", "a"), wipe("b", "b")] }],
    after: (world) => world.process.chats.stop(world.person.id, "chat"),
  },
  "a refused call": {
    says: [{ calls: [wipe("a", "a")] }],
    after: (world) => {
      world.process.gate.policy = toolApprovalPolicy.denyAll();
      return world.settle("chat", "accept");
    },
  },
  "more calls than may ask": {
    says: [{ calls: [wipe("a", "a"), wipe("b", "b"), wipe("c", "c")] }],
    after: async (world) => {
      await world.answer("chat", "accept");
      await world.answer("chat", "accept");
    },
  },
  "calls that fail": {
    says: [
      {
        calls: [
          { name: "fails", id: "f" },
          { name: "throws", id: "t" },
        ],
      },
    ],
  },
  "calls that are none": {
    says: [
      {
        calls: [
          { name: "wipe", args: "{", id: "a" },
          { name: "nothing", id: "b" },
        ],
      },
    ],
  },
  "the same ids in two steps": {
    says: [{ calls: [{ name: "look", id: "x" }] }, { calls: [{ name: "look", id: "x" }] }],
  },
  "a round of questions": {
    says: [{ calls: [{ name: "asking", id: "a" }] }],
    after: async (world) => {
      await world.answer("chat", "accept", { content: { yes: true } });
      await world.settle("chat", "decline");
    },
  },
  "a question in flight": {
    says: [{ calls: [{ name: "old", id: "o" }] }],
    after: (world) => world.settle("chat", "accept", { content: { yes: true } }),
  },
  "a model that fails": { says: [{ text: "So far", error: new Error("boom") }] },
};

describe("what is stored, what an early and a late client saw, and what a reload replays are one message", () => {
  test.each(Object.entries(scenarios))("%s", async (_, { says, after }) => {
    const world = await gateWorld({ tools: tools(), limits: { asksPerRun: 2 } });
    world.tell("go", says);
    const early = folded(streamOf(await world.post("chat", "go")));
    const watch = () => watchRun(world.process.agent, { personId: world.person.id, chatId: "chat" });
    const first = await watch();
    await world.idle("chat");
    const whileWaiting = await watch();
    // While the card waits, a reload shows what the stream brings.
    if (whileWaiting) {
      const { chunks, leave } = readAsItComes(whileWaiting);
      const shown = comparable(await world.message("chat"));
      await expect.poll(async () => comparable(await folded(streamOfChunks(chunks)))).toEqual(shown);
      await leave();
    }
    const late = await watch();
    await after?.(world);
    await until(async () => (await world.runs("chat"))[0]?.ended_at !== null, "the run to end");
    await world.idle("chat");
    const stored = await world.message("chat");
    expect(comparable(await early)).toEqual(comparable(stored));
    for (const stream of [first, late])
      if (stream) expect(comparable(await folded(stream))).toEqual(comparable(stored));
    expect(comparable(await folded(streamOfChunks(chunksOf(stored))))).toEqual(comparable(stored));
    expect(stored.parts.some((part) => "state" in part && part.state === "streaming")).toBe(false);
  });
});

test("a reading of the chat has the text that is being written, so that a reader sees no less than a watcher", async () => {
  const world = await gateWorld();
  const hold = Promise.withResolvers<void>();
  world.tell("go", [{ reasoning: "Well.", text: "In the middle of a", hold: hold.promise }]);
  await world.post("chat", "go");
  await expect
    .poll(async () => (await world.message("chat")).parts.flatMap((part) => (part.type === "text" ? [part.text] : [])))
    .toEqual(["In the middle of a"]);
  hold.resolve();
  await world.idle("chat");
});
