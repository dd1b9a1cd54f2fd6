import { expect, test } from "vitest";
import { highlight } from "./highlight.ts";

const code = 'const greeting: string = "hello"; // a comment\n\nfunction say() {}';

test("colours keep every character of the code", async () => {
  const tokens = await highlight(code, "ts");
  expect(tokens?.map(({ text }) => text).join("")).toBe(code);
  // A line that takes the highlighter too long stays in one colour; the first one on a busy machine may.
  const classOfHello = async () =>
    (await highlight(code, "ts"))?.find(({ text }) => text.includes("hello"))?.className ?? "";
  await expect.poll(classOfHello).toMatch(/^code-string/);
});

test("every language on the list can be loaded", async () => {
  const names = [
    "bash",
    "c",
    "css",
    "diff",
    "go",
    "html",
    "java",
    "js",
    "json",
    "md",
    "py",
    "rust",
    "sql",
    "tsx",
    "yml",
  ];
  const plain = await Promise.all(names.map(async (name) => ((await highlight("a = 1", name)) === null ? name : null)));
  expect(plain.filter((name) => name !== null)).toEqual([]);
});

test("C8: a language the app does not know, or one that names an object's own method, stays plain", async () => {
  expect(await highlight(code, "brainfuck")).toBeNull();
  expect(await highlight(code, "constructor")).toBeNull();
  expect(await highlight(code, "__proto__")).toBeNull();
});

test("very long code stays plain rather than freezing the page", async () => {
  expect(await highlight("a".repeat(50_000), "ts")).toBeNull();
});

test("M116: code in very long lines stays plain", async () => {
  expect(await highlight("<".repeat(4_000), "bash")).toBeNull();
  expect(await highlight(`${"<".repeat(300)}\u2028`.repeat(10), "bash")).toBeNull();
});
