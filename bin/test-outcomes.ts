import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

export type FileTime = { file: string; seconds: number };

/** By its name, and what its runner says of it: the start of the message, empty where there is none. */
export type Failure = { what: string; why: string };

export type Outcome = {
  passed: number;
  failed: Failure[];
  /** How long its test files took; one that runs on two stores is there twice. */
  files: FileTime[];
};

const unitShape = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      message: z.string().nullish(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

/** Reads what Vitest's JSON reporter wrote. A file that does not load counts as one failure. */
export function unitOutcome(root: string, results: string): Outcome {
  const read = readResults(results, unitShape);
  if (read === null) return unreadable;
  const outcome: Outcome = { passed: 0, failed: [], files: [] };
  for (const { name, status, startTime, endTime, message, assertionResults: tests } of read.testResults) {
    const file = path.relative(root, name);
    const failed = tests
      .filter((test) => test.status === "failed")
      .map(({ fullName, failureMessages }) => ({ what: `${file}: ${fullName}`, why: startOf(failureMessages) }));
    outcome.passed += tests.filter((test) => test.status === "passed").length;
    outcome.failed.push(
      ...(status === "failed" && failed.length === 0 ? [{ what: file, why: startOf([message]) }] : failed),
    );
    outcome.files.push({ file, seconds: (endTime - startTime) / 1000 });
  }
  return outcome;
}

const errorShape = z.object({ message: z.string().optional() });
const specShape = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ duration: z.number(), errors: z.array(errorShape).optional() })),
    }),
  ),
});
type Suite = { specs: z.infer<typeof specShape>[]; suites?: Suite[] | undefined };
const suiteShape: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(specShape), suites: z.array(suiteShape).optional() }),
);
const storyShape = z.object({ suites: z.array(suiteShape), errors: z.array(errorShape) });

/** Reads what Playwright's JSON reporter wrote. A story that passes only at the second attempt counts as failed. */
export function storyOutcome(results: string): Outcome {
  const read = readResults(results, storyShape);
  if (read === null) return unreadable;
  const outcome: Outcome = { passed: 0, failed: read.errors.map(wholeRun), files: [] };
  for (const { title, file, tests } of read.suites.flatMap(specsOf)) {
    for (const { projectName, status, results: attempts } of tests) {
      if (status === "expected") outcome.passed += 1;
      else if (status !== "skipped") {
        const why = startOf(attempts.flatMap(({ errors = [] }) => errors.map(({ message }) => message)));
        outcome.failed.push({ what: `${file} on ${projectName}: ${title}`, why });
      }
      const seconds = attempts.reduce((sum, { duration }) => sum + duration / 1000, 0);
      outcome.files.push({ file: `e2e/stories/${file}`, seconds });
    }
  }
  return outcome;
}

function wholeRun({ message }: z.infer<typeof errorShape>): Failure {
  return { what: "a file or the set-up", why: startOf([message]) };
}

/** What stands before the stack and the listing of the code, of the first message: twelve lines at most. */
function startOf(messages: (string | null | undefined)[] | null | undefined): string {
  const [first = ""] = messages?.filter((message) => message !== null && message !== undefined) ?? [];
  const lines = stripVTControlCharacters(first).split("\n");
  return lines
    .filter((line) => !/^\s+at /.test(line))
    .slice(0, 12)
    .join("\n")
    .trimEnd();
}

function specsOf({ specs, suites = [] }: Suite): Suite["specs"] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** The ten slowest files, with the sum of their times. */
export function slowest(files: FileTime[]): string[] {
  const total = new Map<string, number>();
  for (const { file, seconds } of files) total.set(file, (total.get(file) ?? 0) + seconds);
  const longest = [...total].toSorted(([, one], [, other]) => other - one).slice(0, 10);
  return longest.map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

/** For a runner that died before it wrote results. */
const unreadable: Outcome = { passed: 0, failed: [{ what: "its runner, which wrote no results", why: "" }], files: [] };

function readResults<Shape extends z.ZodType>(file: string, shape: Shape): z.infer<Shape> | null {
  try {
    return shape.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
