import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { analyse } from "scslre";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const files = globSync(["{app,components,examples,lib}/**/*.{ts,tsx}", "bin/*.{ts,mjs}", "public/*.mjs"], { cwd: root })
  .filter((file) => !file.includes(".test."))
  // Reads nothing but our own sources.
  .filter((file) => file !== path.join("bin", "affected.ts"));

type Pattern = { pattern: string; flags: string };

/** Every regular expression that is written down in a file. */
function patternsIn(code: string, file: string): Pattern[] {
  const found: Pattern[] = [];
  JSON.stringify(parseSync(file, code).program, (key, value: unknown) => {
    if (key === "regex") found.push(value as Pattern);
    return typeof value === "bigint" || value instanceof RegExp ? null : value;
  });
  return found;
}

/** Whether some text takes time that grows with the square of its length, or faster. */
const isSlow = ({ pattern, flags }: Pattern) => analyse({ source: pattern, flags }).reports.length > 0;

test("G8: no regular expression takes time that grows faster than its text", () => {
  const all = files.map((file) => ({ file, patterns: patternsIn(readFileSync(path.join(root, file), "utf8"), file) }));
  expect(all.flatMap(({ patterns }) => patterns).length).toBeGreaterThan(300);
  const slow = all.flatMap(({ file, patterns }) =>
    patterns.filter(isSlow).map(({ pattern, flags }) => `${file}: /${pattern}/${flags}`),
  );
  expect(slow).toEqual([]);
});

test.each([String.raw`\s+$`, "^(a+)+$", ".*x.*", "(?<!\\w)_+|_+(?!\\w)"])("G8: /%s/ would be noticed", (pattern) => {
  const [found] = patternsIn(`const one = /${pattern}/g;`, "a.ts");
  expect(found).toEqual({ pattern, flags: "g" });
  expect(isSlow({ pattern, flags: "g" })).toBe(true);
});
