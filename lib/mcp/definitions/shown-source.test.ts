import { expect, test } from "vitest";
import { readablePrompt } from "#lib/mcp/definitions/shown-source.ts";

test("M120: an endless word of a prompt, which goes into a person's message, is broken", async () => {
  const content = { type: "text", text: "\u0628".repeat(20_000) };
  const { messages } = await readablePrompt({ messages: [{ role: "user", content }] });
  expect(JSON.stringify(messages).match(/⟨goes on⟩/g)?.length).toBe(19);
});
