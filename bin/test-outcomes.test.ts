import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { slowest, storyOutcome, unitOutcome } from "./test-outcomes.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "test-results-"));
  file = path.join(folder, "results.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("unit results: each failure by its name and its message, and a file that does not load", async () => {
  const ran = (name: string, status: string, tests: object[]) => ({
    name: `/app/${name}`,
    status,
    startTime: 1_000,
    endTime: 3_500,
    assertionResults: tests,
  });
  const testResults = [
    ran("lib/a.test.ts", "failed", [
      { status: "passed", fullName: "one" },
      {
        status: "failed",
        fullName: "two",
        failureMessages: ["Error: \u001b[31mone\u001b[39m\n    at a.ts:1", "Error: more"],
      },
    ]),
    { ...ran("lib/b.test.ts", "failed", []), message: "no such module" },
  ];
  await writeFile(file, JSON.stringify({ testResults }));
  expect(unitOutcome("/app", file)).toEqual({
    passed: 1,
    failed: [
      { what: "lib/a.test.ts: two", why: "Error: one" },
      { what: "lib/b.test.ts", why: "no such module" },
    ],
    files: ["lib/a.test.ts", "lib/b.test.ts"].map((name) => ({ file: name, seconds: 2.5 })),
  });
});

test("story results: a story that needs a second attempt has failed", async () => {
  const spec = (title: string, status: string) => ({
    title,
    file: "a.spec.ts",
    tests: [
      {
        projectName: "sqlite",
        status,
        results: [{ duration: 1_000, errors: [{ message: `no ${title}` }] }, { duration: 500 }],
      },
    ],
  });
  const inner = { specs: [spec("two", "flaky"), spec("three", "unexpected"), spec("four", "skipped")] };
  await writeFile(
    file,
    JSON.stringify({ suites: [{ specs: [spec("one", "expected")], suites: [inner] }], errors: [] }),
  );
  const { passed, failed, files } = storyOutcome(file);
  expect({ passed, failed }).toEqual({
    passed: 1,
    failed: [
      { what: "a.spec.ts on sqlite: two", why: "no two" },
      { what: "a.spec.ts on sqlite: three", why: "no three" },
    ],
  });
  expect(slowest(files)).toEqual(["    6.0 s  e2e/stories/a.spec.ts"]);
});

test("a runner that wrote no results, or half of them, has failed", async () => {
  expect(unitOutcome("/app", file).failed).toHaveLength(1);
  await writeFile(file, `{"suites": [`);
  expect(storyOutcome(file).failed).toHaveLength(1);
});

test("the ten slowest files, each with all of its runs", () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index }));
  const lines = slowest([...files, { file: "0.test.ts", seconds: 100 }]);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("  100.0 s  0.test.ts");
  expect(lines.at(-1)).toBe("    3.0 s  3.test.ts");
});
