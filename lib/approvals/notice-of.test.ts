import { expect, test } from "vitest";
import { sayIn } from "#lib/words/say.ts";
import { english } from "#lib/words/speech.ts";
import { noticeOf } from "./notice-of.ts";
import { approvalWords } from "./words.en.ts";

test("N8: a notification names the tool and the chat", () => {
  expect(noticeOf({ tool: { name: "pay", title: "" }, chatTitle: "" }, sayIn(english, approvalWords))).toEqual({
    title: "Approval needed: pay",
    body: "Untitled · Countersign",
  });
});
