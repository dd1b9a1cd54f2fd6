import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { behaviourId, citationsIn } from "./citations.ts";

const root = path.resolve(import.meta.dirname, "../..");

type Chosen = { include?: string[]; exclude?: string[] };

/** Whether `npm test` runs a test file at all, or `npm run test:all` alone does: by the configurations. */
async function runs(): Promise<(file: string) => boolean> {
  vi.stubEnv("TEST_STORES", "one");
  const { default: unit } = await import("../../vitest.config.ts");
  const { default: story } = await import("../playwright.config.ts");
  vi.unstubAllEnvs();
  // Both are objects of this shape; their types allow for more.
  const projects = (unit.test?.projects ?? []) as unknown as { test: Chosen }[];
  const chosen: Chosen[] = [
    { include: ["e2e/real-{servers,clients}/*.test.ts", "e2e/support/recipes/recipes-types.test.ts"] },
    ...projects.map(({ test }) => test),
    ...(story.projects ?? []).map(({ testMatch = "*.spec.ts", testIgnore = [] }) => ({
      include: [testMatch].flat().map((glob) => `e2e/stories/${glob}`),
      exclude: [testIgnore].flat().map((glob) => `e2e/stories/${glob}`),
    })),
  ];
  const isIn = (file: string, globs: string[] = []) => globs.some((glob) => path.matchesGlob(file, glob));
  return (file) => chosen.some(({ include, exclude }) => isIn(file, include) && !isIn(file, exclude));
}

/** The state of every id in docs/behaviours.md. */
function behaviours(): Map<string, string> {
  const lines = readFileSync(path.join(root, "docs/behaviours.md"), "utf8").split("\n");
  const rows = lines.filter((line) => line.startsWith("| ")).map((line) => line.split("|").map((cell) => cell.trim()));
  return new Map(
    rows.filter(([, name = ""]) => behaviourId.test(name)).map(([, name = "", , state = ""]) => [name, state]),
  );
}

const tests = globSync("{lib,components,bin,bench,examples,e2e}/**/*.{test,spec}.{ts,tsx}", {
  cwd: root,
  exclude: ["**/node_modules/**"],
});
/** What `npm test` leaves to `npm run test:all` proves nothing in it. */
const toldAgain = /^test\(\s*"[^"]*",\s*again,/gm;
/** Which files cite which id. */
const cited = Map.groupBy(
  tests.flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8").replaceAll(toldAgain, "");
    return citationsIn(text).map(({ id }) => ({ id, file }));
  }),
  ({ id }) => id,
);
const listed = behaviours();

test("every test file is run", async () => {
  const isRun = await runs();
  expect(tests.length).toBeGreaterThan(300);
  expect(tests.filter((file) => !isRun(file))).toEqual([]);
});

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
