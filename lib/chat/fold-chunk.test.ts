import { readUIMessageStream } from "ai";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import { emptyAnswer, foldChunk } from "./fold-chunk.ts";

test("folding any stream gives the message that the SDK's own reader gives", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step(), { maxLength: 6 }), async (steps) => {
      const chunks = [{ type: "start", messageId: "answer" } as ChatChunk, ...steps.flat(), finish];
      expect(comparable(fold(chunks))).toEqual(comparable(await readBySdk(chunks)));
    }),
    { numRuns: 400 },
  );
});

/** The metadata makes the SDK's reader yield its last state. */
const finish: ChatChunk = { type: "finish", messageMetadata: { model: "demo" } };

test("a second start begins the answer anew, so a replay never doubles what is shown", () => {
  const once: ChatChunk[] = [
    { type: "start", messageId: "answer" },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "Hello" },
  ];
  expect(fold([...once, ...once])).toEqual(fold(once));
});

test("a chunk about a tool call nobody announced is left out", () => {
  const chunk: ChatChunk = { type: "tool-output-available", toolCallId: "ghost", output: 1 };
  expect(fold([{ type: "start", messageId: "answer" }, chunk]).parts).toEqual([]);
});

test("parts that a chunk does not touch keep their identity", () => {
  const start = [
    { type: "text-start", id: "1" },
    { type: "text-start", id: "2" },
  ] as const;
  const before = start.reduce(foldChunk, emptyAnswer("answer"));
  const after = foldChunk(before, { type: "text-delta", id: "2", delta: "x" });
  expect(after.message.parts[0]).toBe(before.message.parts[0]);
  expect(after.message.parts[1]).not.toBe(before.message.parts[1]);
});

test.each(["text-end", "reasoning-end"] as const)("G26: a %s of what is not open copies nothing", (type) => {
  const before = foldChunk(emptyAnswer("answer"), { type: "text-start", id: "1" });
  expect(foldChunk(before, { type, id: "2" })).toBe(before);
});

function fold(chunks: readonly ChatChunk[]): ChatMessage {
  return chunks.reduce(foldChunk, emptyAnswer("placeholder")).message;
}

async function readBySdk(chunks: readonly ChatChunk[]): Promise<ChatMessage | undefined> {
  const stream = new ReadableStream<ChatChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  let last: ChatMessage | undefined;
  for await (const message of readUIMessageStream<ChatMessage>({ stream })) last = message;
  return last;
}

/** Drops what nobody reads: partial inputs as parsed values, undefined fields. */
function comparable(message: ChatMessage | undefined): unknown {
  return JSON.parse(
    JSON.stringify(message, (key, value) => {
      if (value?.state === "input-streaming") return { ...value, input: undefined };
      return key === "rawInput" && value === "" ? undefined : value;
    }),
  );
}

/** One model step: text, reasoning, and calls in any of the ways they can go. */
function step(): fc.Arbitrary<ChatChunk[]> {
  const text = fc
    .tuple(fc.uuid(), fc.array(fc.tuple(fc.string(), told)), told, told)
    .map(([id, deltas, first, last]): ChatChunk[] => [
      { type: "text-start", id, ...first },
      ...deltas.map(([delta, meanwhile]) => ({ type: "text-delta", id, delta, ...meanwhile }) as const),
      { type: "text-end", id, ...last },
    ]);
  const reasoning = fc.tuple(fc.uuid(), fc.string(), told, told).map(([id, delta, first, last]): ChatChunk[] => [
    { type: "reasoning-start", id, ...first },
    { type: "reasoning-delta", id, delta },
    { type: "reasoning-end", id, ...last },
  ]);
  const beside = fc.constantFrom<ChatChunk>(
    { type: "file", mediaType: "image/png", url: "data:image/png;base64,aGk=" },
    { type: "custom", kind: "model.note", providerMetadata: { model: { id: 1 } } },
    { type: "source-url", sourceId: "s", url: "https://example.com", title: "Example" },
  );
  const endings = fc.constantFrom("open", "done", "failed", "denied", "bad-input", "edited");
  const call = fc
    .tuple(fc.uuid(), endings, fc.jsonValue(), told)
    .map(([id, ending, value, wants]) => toolCall(id, ending, value, wants));
  const progress = fc.nat(2).map((done): ChatChunk[] => [
    {
      type: "data-progress",
      id: "progress",
      data: { toolCallId: "progress", progress: done, total: 2, message: null },
    },
  ]);
  const reset = fc.constant<ChatChunk[]>([{ type: "reset-step" }]);
  const blocks = fc.array(
    fc.oneof(
      text,
      reasoning,
      beside.map((chunk) => [chunk]),
      call,
      progress,
      reset,
    ),
    { maxLength: 5 },
  );
  return blocks.map((chunks) => [{ type: "start-step" }, ...chunks.flat(), { type: "finish-step" }]);
}

/** What the provider wants to have back, now and then. */
const told = fc.option(fc.constantFrom(...["a", "b"].map((itemId) => ({ providerMetadata: { model: { itemId } } }))), {
  nil: {},
});

function toolCall(toolCallId: string, ending: string, value: unknown, wants: object): ChatChunk[] {
  const toolMetadata = { serverId: "s", serverTitle: "S", toolName: "t" };
  const named = { toolCallId, toolName: "s__t", dynamic: true, toolMetadata };
  const approvalId = `approval-${toolCallId}`;
  const start: ChatChunk[] = [
    { type: "tool-input-start", ...named },
    { type: "tool-input-delta", toolCallId, inputTextDelta: '{"a"' },
  ];
  if (ending === "open") return start;
  if (ending === "bad-input") return [...start, { type: "tool-input-error", ...named, input: value, errorText: "bad" }];
  start.push({ type: "tool-input-available", ...named, input: value, ...wants });
  if (ending === "failed") return [...start, { type: "tool-output-error", toolCallId, errorText: "failed" }];
  const asked: ChatChunk[] = [
    ...start,
    { type: "tool-approval-request", toolCallId, approvalId, reason: "writes ask" },
    { type: "tool-approval-response", approvalId, approved: ending !== "denied", reason: "because" },
  ];
  if (ending === "denied") return [...asked, { type: "tool-output-denied", toolCallId }];
  if (ending === "edited") asked.push({ type: "tool-input-available", ...named, input: { edited: value } });
  return [...asked, { type: "tool-output-available", toolCallId, output: value }];
}
