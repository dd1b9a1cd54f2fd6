import fc from "fast-check";
import { expect, test } from "vitest";
import { newContent } from "./new-content.ts";

test("C80: an edit replaces the first place of its words, wherever that is", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é"), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), word, (words, oldText) => {
      const text = words.join("");
      const made = newContent([{ oldText, newText: "<new>" }], text);
      if (!text.includes(oldText)) expect(made).toMatchObject({ problem: expect.any(String) });
      else expect(made).toEqual({ text: text.replace(oldText, () => "<new>") });
    }),
    { numRuns: 2_000 },
  );
});

test("C89: whatever a file and its edits are, looking for what they replace takes little time", () => {
  const file = "a".repeat(250_000);
  const hostile = [
    { before: file, edits: [{ oldText: `ab${"a".repeat(30_000)}`, newText: "" }] },
    { before: `${file}\u0400`, edits: [{ oldText: `aab${"a".repeat(60_000)}`, newText: "" }] },
    {
      before: `${file}${"b".repeat(2_500)}`,
      edits: Array.from({ length: 2_000 }, () => ({ oldText: "b", newText: "c" })),
    },
  ];
  for (const { before, edits } of hostile) {
    const begun = process.cpuUsage();
    expect(newContent(edits, before)).toMatchObject({ problem: expect.any(String) });
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(250);
  }
});
