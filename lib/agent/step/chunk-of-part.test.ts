import { expect, test } from "vitest";
import { chunkOfPart } from "./chunk-of-part.ts";

const inputOf = (input: string) => {
  const chunk = chunkOfPart({ type: "tool-call", toolCallId: "a", toolName: "note", input }, new Map());
  return chunk?.type === "tool-input-available" ? chunk.input : undefined;
};

test("G26: arguments that are longer than any tool takes are not taken apart, however many values they are made of", () => {
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`k${at}`, 1])));
  expect(inputOf(wide)).toBe(wide);
  // As long as what the gate takes may be written.
  const escaped = `{"text":"${"\\u0061".repeat(60_000)}"}`;
  expect(inputOf(escaped)).toEqual({ text: "a".repeat(60_000) });
});

test("G26: arguments that are deeper than any tool takes stay a text, which can be written again", () => {
  const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
  expect(JSON.stringify(inputOf(nested(32)))).toBe(nested(32));
  expect(inputOf(nested(33))).toBe(nested(33));
  expect(inputOf(nested(9_000))).toBe(nested(9_000));
});
