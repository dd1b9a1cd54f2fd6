import { createUIMessageStreamResponse } from "ai";
import { expect, test, vi } from "vitest";
import type { ChatChunk } from "#lib/chat/chat-message.ts";
import { answerResponse } from "./answer-response.ts";

const chunks: ChatChunk[] = [
  { type: "start", messageId: "m1" },
  { type: "start-step" },
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "One — \u{1f600}\nand\u2028two\n\n" },
  { type: "text-end", id: "t" },
  { type: "finish-step" },
  { type: "finish" },
];

function streamOf(all: readonly ChatChunk[]): ReadableStream<ChatChunk> {
  return new ReadableStream({
    start: (controller) => {
      for (const chunk of all) controller.enqueue(chunk);
      controller.close();
    },
  });
}

test("an answer goes out as the AI SDK sends it, byte for byte", async () => {
  const keepAliveMs = 15_000;
  const ours = answerResponse(streamOf(chunks), keepAliveMs);
  const theirs = createUIMessageStreamResponse({ stream: streamOf(chunks), keepAliveMs });
  expect(ours.status).toBe(theirs.status);
  expect([...ours.headers]).toEqual([...theirs.headers]);
  expect(await ours.text()).toBe(await theirs.text());
});

test("a silent answer sends keep-alives, and only to clients that have read everything before", async () => {
  vi.useFakeTimers();
  try {
    const silent = new ReadableStream<ChatChunk>();
    const reader = answerResponse(silent, 1_000).body!.getReader();
    await vi.advanceTimersByTimeAsync(2_500);
    const opened = new TextDecoder().decode((await reader.read()).value);
    expect(opened).toBe(": stream-open\n\n");
    const alive = reader.read();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(new TextDecoder().decode((await alive).value)).toBe(": keep-alive\n\n");
    // Of others there may be some: files share a process.
    const timers = vi.getTimerCount();
    await reader.cancel();
    expect(vi.getTimerCount()).toBe(timers - 1);
  } finally {
    vi.useRealTimers();
  }
});

test("a client that leaves ends the stream, and a stream that fails fails the answer", async () => {
  const cancel = vi.fn<(reason: unknown) => void>();
  await answerResponse(new ReadableStream<ChatChunk>({ cancel }), 1_000).body!.cancel("left");
  expect(cancel).toHaveBeenCalledWith("left");
  const failing = new ReadableStream<ChatChunk>({ start: (controller) => controller.error(new Error("gone")) });
  await expect(answerResponse(failing, 1_000).text()).rejects.toThrow("gone");
});
