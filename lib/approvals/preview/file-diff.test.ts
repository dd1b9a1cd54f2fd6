import { expect, test } from "vitest";
import { fileDiff } from "./file-diff.ts";

const lines = (count: number, word = "line") =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}\n`).join("");

test("C80: a diff numbers the lines before and after, and folds what stays", () => {
  const before = lines(20);
  expect(fileDiff(before, before.replace("line 10\n", "ten\nand more\n"))).toMatchObject({
    added: 2,
    removed: 1,
    leftOut: 0,
    rows: [
      { kind: "fold", lines: 6 },
      { kind: "same", before: 7, after: 7, text: "line 7" },
      {},
      {},
      { kind: "removed", before: 10, after: null, text: "line 10" },
      { kind: "added", before: null, after: 10, text: "ten" },
      { kind: "added", before: null, after: 11, text: "and more" },
      { kind: "same", before: 11, after: 12 },
      {},
      {},
      { kind: "fold", lines: 7 },
    ],
  });
  expect(fileDiff("", "a\n").rows).toEqual([{ kind: "added", before: null, after: 1, text: "a" }]);
  expect(fileDiff("a\n", "").rows).toEqual([{ kind: "removed", before: 1, after: null, text: "a" }]);
  expect(fileDiff("a", "a\n").rows.map(({ kind }) => kind)).toEqual(["removed", "end", "added"]);
  expect(fileDiff("a", "a").rows).toEqual([]);
});

test("C80: characters that hide, returns and binary are kept as they are, for the page to mark", () => {
  const { rows } = fileDiff("a\r\nb\u0000\n", "a\nb\u202e\n");
  expect(rows).toMatchObject([{ text: "a\r" }, { text: "b\u0000" }, { text: "a" }, { text: "b\u202e" }]);
});

test("C80: whatever the files are, a comparison has an end, and says what it leaves out", () => {
  const hostile: [string, string][] = [
    [lines(20_000, "a"), lines(5_000, "b")],
    ["\n".repeat(250_000), "x\n".repeat(30_000)],
    ["x\n".repeat(100_000), "x\ny\n".repeat(16_000)],
    ["a".repeat(250_000), "b".repeat(64_000)],
    ["\u200b\u202e".repeat(60_000), "\ud800".repeat(30_000)],
  ];
  for (const [before, after] of hostile) {
    const { rows, leftOut, added, removed, coarse } = fileDiff(before, after);
    // Tens of thousands of lines are not compared one by one.
    expect(coarse).toBe(added + removed > 20_000);
    expect(rows.length).toBeLessThanOrEqual(1_000);
    expect(JSON.stringify(rows).length).toBeLessThan(1_000_000);
    expect(added + removed).toBeGreaterThan(0);
    const drawn = rows.filter((row) => row.kind === "added" || row.kind === "removed").length;
    if (drawn < added + removed) expect(leftOut).toBeGreaterThan(0);
  }
});
