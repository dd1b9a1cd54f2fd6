import { expect, test } from "vitest";
import type { ChatChunk } from "#lib/chat/chat-message.ts";
import { SaidTooMuch } from "#lib/models/bounded.ts";
import { StepMeter } from "./step-meter.ts";

/** How often a model may say this before it is stopped. */
function most(saying: (n: number) => ChatChunk[]): number {
  const meter = new StepMeter();
  for (let said = 0; said < 100_000; said += 1) {
    try {
      for (const chunk of saying(said)) meter.add(chunk);
    } catch {
      return said;
    }
  }
  return Infinity;
}

test.each<[string, ChatChunk]>([
  ["notes of a provider", { type: "custom", kind: "model.note" }],
  ["files", { type: "file", mediaType: "image/png", url: "data:," }],
  ["files of its reasoning", { type: "reasoning-file", mediaType: "image/png", url: "data:," }],
  ["texts", { type: "text-start", id: "1" }],
  ["texts of its reasoning", { type: "reasoning-start", id: "1" }],
  ["calls that begin", { type: "tool-input-start", toolCallId: "1", toolName: "wipe" }],
  ["calls", { type: "tool-input-available", toolCallId: "1", toolName: "wipe", input: {} }],
  ["ends of texts that never began", { type: "text-end", id: "1" }],
  ["ends of reasoning that never began", { type: "reasoning-end", id: "1" }],
])("G26: a model is stopped after so many %s", (_, chunk) => {
  expect(most(() => [chunk])).toBeLessThanOrEqual(1_600);
});

test("G26: a text counts once, from its beginning to its end", () => {
  const text = (id: string) => ["start", "end"].map((what) => ({ type: `text-${what}` as "text-start", id }));
  expect(most((n) => text(`id-${n}`))).toBeGreaterThan(1_400);
});

test("G26, D5: a model is stopped after 200 calls, however they are said", () => {
  const begun = (toolCallId: string): ChatChunk => ({ type: "tool-input-start", toolCallId, toolName: "wipe" });
  const whole = (toolCallId: string): ChatChunk => ({
    type: "tool-input-available",
    toolCallId,
    toolName: "wipe",
    input: {},
  });
  expect(most((n) => [begun(`id-${n}`), whole(`id-${n}`)])).toBe(200);
  expect(most((n) => [whole(`id-${n}`)])).toBe(200);
  expect(most(() => [begun("same")])).toBe(200);
});

test("M122: what a library has gathered is not measured to its end", () => {
  let measured = 0;
  const quote = () => Object.defineProperty({}, "text", { enumerable: true, get: text });
  const text = () => ((measured += 1), "x".repeat(1_000_000));
  const cited = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`quote-${at}`, quote()]));
  const chunk: ChatChunk = { type: "text-end", id: "1", providerMetadata: { model: cited } };
  expect(() => new StepMeter().add(chunk)).toThrow(SaidTooMuch);
  expect(measured).toBeLessThan(10);
});
