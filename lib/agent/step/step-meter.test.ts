import { expect, test } from "vitest";
import type { ChatChunk } from "#lib/chat/chat-message.ts";
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

test.each<[string, (id: string) => ChatChunk[]]>([
  ["text", (id) => ["start", "end"].map((what) => ({ type: `text-${what}` as "text-start" | "text-end", id }))],
  [
    "call",
    (toolCallId) => [
      { type: "tool-input-start", toolCallId, toolName: "wipe" },
      { type: "tool-input-available", toolCallId, toolName: "wipe", input: {} },
    ],
  ],
])("G26: a %s counts once, from its beginning to its end", (_, saying) => {
  expect(most((n) => saying(`id-${n}`))).toBeGreaterThan(1_400);
});
