import { expect, test } from "vitest";
import { titleOf } from "./title-of.ts";

test.each([
  ["create newfile.md and then delete it", "Create newfile.md and then delete it"],
  ["\n\n## _Plan_ for `app.ts`\nfirst …", "Plan for app.ts"],
  ['workspace__run_command {"command":"ls"}', 'workspace__run_command {"command":"ls"}'],
  ["what is C#?", "What is C#?"],
  ["> quoted", "Quoted"],
  ["***", "New chat"],
  ["a".repeat(70), `A${"a".repeat(59)}…`],
  [
    "twelve words that are together longer than sixty characters, all in one line",
    "Twelve words that are together longer than sixty characters,…",
  ],
])("the title of %j is %j", (text, title) => {
  expect(titleOf(text)).toBe(title);
});

test("G8: a title of a hostile text costs little", { timeout: 10_000 }, () => {
  expect(titleOf(`a${"_".repeat(100_000)}b`)).toBe(`a${"_".repeat(59)}…`);
  expect(titleOf(`${"# ".repeat(150_000)}Hello`)).toBe("Hello");
});
