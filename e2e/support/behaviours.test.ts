import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

const id = /^(?:S[0-4]\.\d+|[A-IMN]\d+)$/;
/** The beginning of a title: one id or more, then a colon. Also finds the titles in the rows of test.each. */
const citation = /["'`]((?:S[0-4]\.\d+|[A-IMN]\d+)(?:, [^:"'`,]+)*):/g;

/** Which files cite which id. */
function citations(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const tests = globSync("{lib,components,bin,bench,examples,e2e}/**/*.{test,spec}.{ts,tsx}", { cwd: root });
  for (const file of tests) {
    for (const [, ids = ""] of readFileSync(path.join(root, file), "utf8").matchAll(citation)) {
      for (const cited of ids.split(", ").filter((word) => id.test(word))) {
        found.set(cited, [...(found.get(cited) ?? []), file]);
      }
    }
  }
  return found;
}

/** The state of every id in docs/behaviours.md. */
function behaviours(): Map<string, string> {
  const lines = readFileSync(path.join(root, "docs/behaviours.md"), "utf8").split("\n");
  const rows = lines.filter((line) => line.startsWith("| ")).map((line) => line.split("|").map((cell) => cell.trim()));
  return new Map(rows.filter(([, name = ""]) => id.test(name)).map(([, name = "", , state = ""]) => [name, state]));
}

const cited = citations();
const listed = behaviours();

test("every behaviour has one of the three states, and most of them work", () => {
  const states = [...listed.values()];
  expect(states.filter((state) => !["works", "untested", "planned"].includes(state))).toEqual([]);
  expect(states.filter((state) => state === "works").length).toBeGreaterThan(100);
});

test("tests cite no behaviour that docs/behaviours.md does not list", () => {
  const unknown = [...cited].filter(([name]) => !listed.has(name));
  expect(Object.fromEntries(unknown)).toEqual({});
});

test("a behaviour that is said to work is cited by a test", () => {
  const unproven = [...listed].filter(([name, state]) => state === "works" && !cited.has(name));
  expect(unproven.map(([name]) => name)).toEqual([]);
});

test("a behaviour that a test cites is said to work", () => {
  const outdated = [...listed].filter(([name, state]) => state !== "works" && cited.has(name));
  expect(Object.fromEntries(outdated.map(([name]) => [name, cited.get(name)]))).toEqual({});
});
