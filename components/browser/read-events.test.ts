import { createUIMessageStreamResponse } from "ai";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ChatChunk } from "#lib/chat/chat-message.ts";
import { readEvents } from "./read-events.ts";

const chunks: ChatChunk[] = [
  { type: "start", messageId: "answer" },
  { type: "text-delta", id: "1", delta: "Grüße\n\ndata: not an event 🖋" },
  { type: "finish" },
];

test("reads what the SDK writes, however the bytes are cut", async () => {
  const stream = new ReadableStream<ChatChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const bytes = new Uint8Array(await createUIMessageStreamResponse({ stream }).arrayBuffer());
  for (const size of [1, 2, 3, 7, 1000]) expect(await collect(body(bytes, size))).toEqual(chunks);
});

test("skips keep-alive comments", async () => {
  const bytes = new TextEncoder().encode(': keep-alive\n\ndata: {"type":"finish"}\n\n: keep-alive\n\n');
  expect(await collect(body(bytes, 5))).toEqual([{ type: "finish" }]);
});

test("a body that is silent for three keep-alives has ended", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const silent = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: {"type":"start"}\n\n')),
  });
  const collected = collect(silent);
  await vi.advanceTimersByTimeAsync(46_000);
  expect(await collected).toEqual([{ type: "start" }]);
});

test("leaving early cancels the body, so the connection is free again", async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: {"type":"start"}\n\n')),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const chunk of readEvents<ChatChunk>(endless)) if (chunk.type === "start") break;
  expect(cancelled).toBe(true);
});

function body(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<ChatChunk[]> {
  const all: ChatChunk[] = [];
  for await (const chunk of readEvents<ChatChunk>(stream)) all.push(chunk);
  return all;
}
