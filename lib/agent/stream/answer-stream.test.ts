import { expect, test } from "vitest";
import type { ChatChunk } from "#lib/chat/chat-message.ts";
import { AnswerStream } from "./answer-stream.ts";

const delta = (inputTextDelta: string): ChatChunk => ({ type: "tool-input-delta", toolCallId: "c1", inputTextDelta });
const progress = (toolCallId: string, done: number): ChatChunk => ({
  type: "data-progress",
  id: toolCallId,
  data: { toolCallId, progress: done, total: null, message: null },
});

async function chunksOf(stream: ReadableStream<ChatChunk>): Promise<ChatChunk[]> {
  const chunks: ChatChunk[] = [];
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
  return chunks;
}

test("G7: a client that never reads is cut off, and the others are not", async () => {
  const stream = new AnswerStream([{ type: "start" }]);
  const silent = stream.join();
  for (let count = 0; count < 10_050; count += 1) stream.write(delta("a"));
  const late = stream.join();
  stream.end();
  await expect(chunksOf(silent)).rejects.toThrow("too slowly");
  expect((await chunksOf(late)).at(-1)).toEqual(delta("a".repeat(10_050)));
});

test("a client that joins a long answer is not cut off for its unread replay", async () => {
  const replay = Array.from({ length: 12_000 }, (_, id): ChatChunk => ({ type: "text-end", id: String(id) }));
  const stream = new AnswerStream(replay);
  const late = stream.join();
  for (let count = 0; count < 100; count += 1) stream.write(delta("a"));
  stream.end();
  expect(await chunksOf(late)).toHaveLength(12_100);
});

test("E12: a replay holds arguments once and the latest progress of each call, however much there was", async () => {
  const stream = new AnswerStream([{ type: "start" }]);
  for (let count = 1; count <= 5_000; count += 1) {
    stream.write(delta("a"));
    stream.write(delta("b"));
    stream.write(progress("c1", count));
    stream.write(progress("c2", count));
  }
  stream.end();
  const chunks = await chunksOf(stream.join());
  expect(chunks.filter(({ type }) => type === "data-progress")).toEqual([progress("c1", 5_000), progress("c2", 5_000)]);
  expect(chunks.map((chunk) => (chunk.type === "tool-input-delta" ? chunk.inputTextDelta : "")).join("")).toBe(
    "ab".repeat(5_000),
  );
  expect(chunks.length).toBeLessThan(10);
});
