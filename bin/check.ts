// `npm test`: everything that CI checks. `npm test -- lint types` runs only the steps named.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { build, isBuilt } from "./build-app.ts";
import { ensureBrowser, ensureFirefox } from "./ensure-browser.ts";

type Count = { passed: number; failed: number };
type Step = {
  name: string;
  /** The expensive steps run only when everything before them passed. */
  expensive?: true;
  run: () => Promise<Count>;
};

const root = path.resolve(import.meta.dirname, "..");
const results = path.join(root, "test-results");
const unitResults = path.join(results, "unit.json");
const storyResults = path.join(results, "stories.json");

const steps: Step[] = [
  { name: "format", run: () => tool("oxfmt/bin/oxfmt", "--check", ".") },
  { name: "lint", run: () => tool("oxlint/bin/oxlint", "--deny-warnings") },
  { name: "types", run: types },
  { name: "unused", run: () => tool("knip/bin/knip.js", "--no-progress") },
  { name: "unit", run: unit },
  { name: "chaos", expensive: true, run: chaos },
  { name: "build", expensive: true, run: productionBuild },
  { name: "stories", expensive: true, run: stories },
];

async function types(): Promise<Count> {
  const generated = await exitCodeOf("next/dist/bin/next", ["typegen"]);
  return generated === 0 ? tool("typescript/bin/tsc", "--noEmit") : asCount(generated);
}

async function unit(): Promise<Count> {
  rmSync(unitResults, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${unitResults}`];
  const code = await exitCodeOf("vitest/vitest.mjs", ["run", ...reporters]);
  const shape = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = readResults(unitResults, shape);
  return honest(code, { passed, failed });
}

/** The short form; `npm run test:chaos` is the long one. */
async function chaos(): Promise<Count> {
  return asCount(await exitCodeOf("../e2e/chaos/main.ts", ["--seconds", "60"]));
}

async function productionBuild(): Promise<Count> {
  if (!(await isBuilt(root))) return asCount((await build(root)) ? 0 : 1);
  say("The build is as new as its sources.");
  return asCount(0);
}

async function stories(): Promise<Count> {
  const [browser, firefox] = [ensureBrowser(say), ensureFirefox(say)];
  for (const found of [browser, firefox]) if ("problem" in found) say(found.problem);
  if ("problem" in browser || "problem" in firefox) return asCount(1);
  rmSync(storyResults, { force: true });
  const env = { CHROMIUM_PATH: browser.executablePath, FIREFOX_PATH: firefox.executablePath };
  const code = await exitCodeOf("@playwright/test/cli.js", ["test", "-c", "e2e"], env);
  const shape = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) });
  const { stats } = readResults(storyResults, shape);
  return honest(code, { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) });
}

/** A runner that fails without a failed test (a file that does not load, a crash) has failed all the same. */
function honest(code: number, count: Count): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function asCount(code: number): Count {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function tool(script: string, ...args: string[]): Promise<Count> {
  return asCount(await exitCodeOf(script, args));
}

function exitCodeOf(script: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const file = path.join(root, "node_modules", script);
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NEXT_IGNORE_INCORRECT_LOCKFILE: "1", ...env },
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Empty when the runner died before it could write them. */
function readResults<Shape extends z.ZodType>(file: string, shape: Shape): Partial<z.infer<Shape>> {
  try {
    return shape.parse(JSON.parse(readFileSync(file, "utf8"))) as Partial<z.infer<Shape>>;
  } catch (error) {
    say(`${path.relative(root, file)} cannot be read: ${String(error)}`);
    return {};
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function check(names: string[]): Promise<Count> {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    say(`There is no step ${unknown.join(", ")}; the steps are ${steps.map(({ name }) => name).join(", ")}.`);
    return { passed: 0, failed: 1 };
  }
  const total = { passed: 0, failed: 0 };
  const summary: string[] = [];
  for (const { name, expensive, run } of steps.filter((step) => names.length === 0 || names.includes(step.name))) {
    if (expensive && total.failed > 0) {
      summary.push(`${name}: not run, because something before it failed`);
      continue;
    }
    say(`\n── ${name}`);
    const startedAt = performance.now();
    const { passed, failed } = await run();
    total.passed += passed;
    total.failed += failed;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    summary.push(`${name}: ${failed === 0 ? "passed" : "FAILED"} in ${seconds} s (${passed} passed, ${failed} failed)`);
    say(`── ${summary.at(-1)}`);
  }
  say(`\n${summary.join("\n")}`);
  return total;
}

const { passed, failed } = await check(process.argv.slice(2));
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
