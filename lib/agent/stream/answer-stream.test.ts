import { expect, test } from "vitest";
import { readAsItComes } from "#e2e/support/read-as-it-comes.ts";
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
  for (let count = 0; count < 10_050; count += 1) stream.write(progress("c1", count));
  const late = stream.join();
  stream.end();
  await expect(chunksOf(silent)).rejects.toThrow("too slowly");
  expect((await chunksOf(late)).at(-1)).toEqual(progress("c1", 10_049));
});

test("a client that joins a long answer is not cut off for its unread replay", async () => {
  const replay = Array.from({ length: 12_000 }, (_, id): ChatChunk => ({ type: "text-end", id: String(id) }));
  const stream = new AnswerStream(replay);
  const late = stream.join();
  for (let count = 0; count < 100; count += 1) stream.write(progress("c1", count));
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

const text = (said: string): ChatChunk => ({ type: "text-delta", id: "t1", delta: said });
const end: ChatChunk = { type: "text-end", id: "t1" };
const state: ChatChunk = { type: "data-run", data: { runId: "r1", status: "parked" }, transient: true };

test("G29: the first delta goes out at once, those that follow within a moment as one, and nothing overtakes them", async () => {
  const stream = new AnswerStream([]);
  const early = stream.join();
  for (const said of ["a", "b", "c"]) stream.write(text(said));
  const late = stream.join();
  for (const said of ["d", "e", "f"]) stream.write(text(said));
  stream.write(end);
  for (const said of ["g", "h", "i"]) stream.write(delta(said));
  stream.writeState({ runId: "r1", status: "parked" });
  for (const said of ["j", "k"]) stream.write(delta(said));
  stream.end();
  const rest = [text("d"), text("ef"), end, delta("g"), delta("hi"), state, delta("j"), delta("k")];
  expect(await chunksOf(early)).toEqual([text("a"), text("bc"), ...rest]);
  expect(await chunksOf(late)).toEqual([text("abc"), ...rest]);
});

test("G29: what was held goes out by itself, and is on record before", async () => {
  const stream = new AnswerStream([]);
  const recorded: ChatChunk[] = [];
  stream.record({ add: (chunk) => recorded.push(chunk), end: () => {}, drop: () => {} });
  const { chunks, leave } = readAsItComes(stream.join());
  for (const said of ["a", "b", "c"]) stream.write(text(said));
  expect(recorded).toEqual([text("a"), text("b"), text("c")]);
  expect(stream.replay).toEqual([text("abc")]);
  await expect.poll(() => chunks).toEqual([text("a"), text("bc")]);
  await leave();
});
