import fc from "fast-check";
import { expect, test } from "vitest";
import { newContent } from "./new-content.ts";

const edit = (oldText: string, newText: string) => ({ oldText, newText });

test("C80: edits are made one after another, each at the first place", () => {
  expect(newContent([edit("a", "$&"), edit("b\r\n", "c\r\n")], "a a b\r\n")).toEqual({ text: "$& a c\n" });
  expect(newContent([edit("a", "b"), edit("a", "c")], "a")).toMatchObject({
    problem: expect.stringContaining("edit 2"),
  });
});

test("C80: an edit replaces the first place of its words, wherever that is", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é"), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), word, (words, oldText) => {
      const text = words.join("");
      const made = newContent([edit(oldText, "<new>")], text);
      if (!text.includes(oldText)) expect(made).toMatchObject({ problem: expect.any(String) });
      else expect(made).toEqual({ text: text.replace(oldText, () => "<new>") });
    }),
    { numRuns: 2_000 },
  );
});

test("C89: edits that would have a file searched too often are not made", () => {
  const file = "a".repeat(256_000);
  const many = (oldText: string, newText: string) => Array.from({ length: 2_200 }, () => edit(oldText, newText));
  const hostile: [string, ReturnType<typeof edit>[]][] = [
    [`${"ac".repeat(127_990)}ab`, many("ab", "ab")],
    [file, many("", "b")],
    [`${file}${"b".repeat(2_500)}`, many("b", "c")],
  ];
  for (const [before, edits] of hostile) {
    expect(newContent(edits, before)).toEqual({ problem: "These are too many edits of too large a file to show." });
  }
});

// One search of these took seconds where the words were compared anew at each place.
test.each([
  ["a".repeat(256_000), `${"a".repeat(5)}b${"a".repeat(40_000)}`],
  ["a".repeat(250_000), `ab${"a".repeat(30_000)}`],
  [`${"a".repeat(250_000)}\u0400`, `aab${"a".repeat(60_000)}`],
])("C89: words that nearly stand everywhere are found nowhere", (before, oldText) => {
  expect(newContent([edit(oldText, "")], before)).toMatchObject({ problem: expect.stringContaining("edit 1") });
});
