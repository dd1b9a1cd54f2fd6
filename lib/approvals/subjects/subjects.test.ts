import { expect, test } from "vitest";
import { descriptorOf } from "./subjects.ts";
import { approvalWords } from "#lib/approvals/words.en.ts";
import { sayIn } from "#lib/words/say.ts";
import { english } from "#lib/words/speech.ts";

test("screen readers are told what opens: a call by its tool, a question by its server and its words, cut short", () => {
  const on = { tool: "Book a table", server: "Bistro" };
  const call = { kind: "tool-call" } as const;
  expect(descriptorOf(call).segment.opens(call as never, on, sayIn(english, approvalWords))).toBe(
    "Approval needed: Book a table on Bistro.",
  );
  const link = { kind: "link", message: "x".repeat(300), url: "https://example.com" } as const;
  expect(descriptorOf(link).segment.opens(link, on, sayIn(english, approvalWords))).toBe(
    `Bistro is asking: ${"x".repeat(200)}`,
  );
});
