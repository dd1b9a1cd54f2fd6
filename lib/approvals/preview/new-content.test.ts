import { expect, test } from "vitest";
import { newContent } from "./new-content.ts";

const edit = (oldText: string, newText: string) => ({ oldText, newText });

test("C80: edits are made one after another, each at the first place", () => {
  expect(newContent([edit("a", "$&"), edit("b\r\n", "c\r\n")], "a a b\r\n")).toEqual({ text: "$& a c\n" });
  expect(newContent([edit("a", "b"), edit("a", "c")], "a")).toMatchObject({
    problem: expect.stringContaining("edit 2"),
  });
});

test("C80: whatever edits a call has and whatever the file is, working them out has an end", () => {
  const needle = `${"a".repeat(5)}b${"a".repeat(40_000)}`;
  const hostile: [string, ReturnType<typeof edit>[]][] = [
    ["a".repeat(256_000), [edit(needle, "")]],
    [`${"ac".repeat(127_990)}ab`, Array.from({ length: 2_200 }, () => edit("ab", "ab"))],
    ["a".repeat(256_000), Array.from({ length: 2_200 }, () => edit("", "b"))],
  ];
  for (const [file, edits] of hostile) {
    const begun = performance.now();
    newContent(edits, file);
    expect(performance.now() - begun).toBeLessThan(1_500);
  }
});
