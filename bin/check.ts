// `npm test`: what CI checks, each test where it tells most. `npm run test:all`: every test on every store that it can
// run on, for longer, and published MCP servers and clients. `npm test -- --changed`: the tests that changes since the main branch
// may have broken, nearest first. `npm test -- lint types`: only the named steps. A step still runs when another one
// that it does not need has failed.
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Affected, affectedBy } from "./affected.ts";
import { build, isBuilt } from "./build/build-app.ts";
import { ensureBrowser, ensureFirefox } from "./ensure-browser.ts";
import { type Outcome, slowest, storyOutcome, unitOutcome } from "./test-outcomes.ts";

type Step = {
  name: string;
  /** This step must have passed, or the result says nothing. */
  needs?: string;
  run: (output: Output) => Promise<Outcome>;
};

const { values: options, positionals: named } = parseArgs({
  options: { all: { type: "boolean", default: false }, changed: { type: "boolean", default: false } },
  allowPositionals: true,
});

const root = path.resolve(import.meta.dirname, "..");
const unitResults = path.join(root, "test-results/unit.json");
const storyResults = path.join(root, "test-results/stories.json");
const stores = { TEST_STORES: options.all ? "all" : "one" };
const changed = options.changed ? changedFiles(root) : [];
const affected: Affected | null = options.changed ? affectedBy(root, changed) : null;

/** Each group waits for the one before; in a group, the sequences run side by side. */
const groups: Step[][][] = [
  [
    [
      { name: "format", run: tool("oxfmt/bin/oxfmt", "--check", ".") },
      { name: "lint", run: tool("oxlint/bin/oxlint", "--deny-warnings") },
      { name: "types", run: types },
      { name: "unused", run: tool("knip/bin/knip.js", "--no-progress") },
      { name: "build", run: productionBuild },
    ],
    [{ name: "browsers", run: async (output) => asOutcome("problem" in (await browsers(output.say)) ? 1 : 0, output) }],
  ],
  // By itself: a processor that others use is one fault too many. `npm run test:chaos` is the long form.
  [[{ name: "chaos", run: tool("../e2e/chaos/main.ts", "--seconds", "60") }]],
  [[{ name: "unit", run: unit }]],
  ...["real-servers", "real-clients"]
    .filter((name) => options.all || named.includes(name))
    .map((name) => [[{ name, run: (output: Output) => published(output, name) }]]),
  [[{ name: "stories", needs: "build", run: stories }]],
];

function tool(script: string, ...args: string[]): Step["run"] {
  return async (output) => asOutcome(await exitCodeOf(output, script, args), output);
}

async function types(output: Output): Promise<Outcome> {
  const generated = await exitCodeOf(output, "next/dist/bin/next", ["typegen"]);
  const code = generated === 0 ? await exitCodeOf(output, "typescript/bin/tsc", ["--noEmit"]) : generated;
  return asOutcome(code, output);
}

async function unit(output: Output): Promise<Outcome> {
  rmSync(unitResults, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${unitResults}`];
  const args = ["run", ...reporters, ...(affected?.tests ?? [])];
  const code = await exitCodeOf(output, "vitest/vitest.mjs", args, stores);
  return honest(code, unitOutcome(root, unitResults));
}

/** Tests of a folder of `e2e` with hundreds of packages of npm, which nothing else needs. */
async function published(output: Output, name: string): Promise<Outcome> {
  const npm = process.env["npm_execpath"];
  if (npm === undefined) {
    output.say(`These packages are installed by npm: start this step by npm run test:all, or npm test -- ${name}.`);
    return asOutcome(1, output);
  }
  const found = await browsers(output.say);
  if ("problem" in found) return asOutcome(1, output);
  const folder = path.join(root, "e2e", name, "packages");
  const installed = await exitCodeOf(output, npm, ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {}, folder);
  if (installed !== 0) return asOutcome(installed, output);
  const results = path.join(root, `test-results/${name}.json`);
  rmSync(results, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const args = ["run", "--config", `e2e/${name}/vitest.config.ts`, ...reporters];
  return honest(await exitCodeOf(output, "vitest/vitest.mjs", args, found), unitOutcome(root, results));
}

async function productionBuild(output: Output): Promise<Outcome> {
  if (!isBuilt(root)) return asOutcome((await build(root)) ? 0 : 1, output);
  output.say("The build is as new as its sources.");
  return asOutcome(0, output);
}

/** Where the browsers of the stories are, installed where there are none; says what is wrong with one. */
async function browsers(say: Output["say"]) {
  const [chromium, firefox] = [await ensureBrowser(say), await ensureFirefox(say)];
  for (const found of [chromium, firefox]) if ("problem" in found) say(found.problem);
  if ("problem" in chromium || "problem" in firefox) return { problem: true } as const;
  return { CHROMIUM_PATH: chromium.executablePath, FIREFOX_PATH: firefox.executablePath };
}

async function stories(output: Output): Promise<Outcome> {
  const found = await browsers(output.say);
  if ("problem" in found) return asOutcome(1, output);
  rmSync(storyResults, { force: true });
  const args = ["test", "-c", "e2e", ...(affected?.stories ?? [])];
  const code = await exitCodeOf(output, "@playwright/test/cli.js", args, { ...found, ...stores });
  return honest(code, storyOutcome(storyResults));
}

/** A runner that fails without a failed test (a file that does not load, a crash) counts as a failure. */
function honest(code: number, outcome: Outcome): Outcome {
  return code !== 0 && outcome.failed.length === 0
    ? { ...outcome, failed: [{ what: "its runner", why: "" }] }
    : outcome;
}

/** Of a step that is no suite of tests: why it failed is what it said last, which stands far above by then. */
function asOutcome(code: number, { kept }: Output): Outcome {
  if (code === 0) return { passed: 1, failed: [], files: [] };
  const last = Buffer.concat(kept).toString().trimEnd().split("\n").slice(-40).join("\n");
  return { passed: 0, failed: [{ what: "it said last", why: last }], files: [] };
}

/** What a step prints: at once, or in one piece at its end while another one prints. */
type Output = { kept: Buffer[]; print: (chunk: Buffer) => void; say: (line: string) => void };

function newOutput(live: boolean): Output {
  const kept: Buffer[] = [];
  const print = (chunk: Buffer) => {
    kept.push(chunk);
    if (live) process.stdout.write(chunk);
  };
  return { kept, print, say: (line) => print(Buffer.from(`${line}\n`)) };
}

/** Programs that print into a pipe leave them out. */
const colors = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};

function exitCodeOf(
  { print }: Output,
  script: string,
  args: string[],
  env: Record<string, string> = {},
  cwd = root,
): Promise<number> {
  const child = spawn(process.execPath, [path.resolve(root, "node_modules", script), ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...colors, ...process.env, NEXT_TELEMETRY_DISABLED: "1", NEXT_IGNORE_INCORRECT_LOCKFILE: "1", ...env },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", print);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The outcome of a step in one line. */
const summary = new Map<string, string>();
const outcomes = new Map<string, Outcome>();

async function runStep({ name, needs, run }: Step, live: boolean): Promise<void> {
  if (needs !== undefined && (outcomes.get(needs)?.failed.length ?? 0) > 0) {
    summary.set(name, `${name}: not run, because it needs the ${needs}`);
    return;
  }
  const output = newOutput(live);
  output.say(`\n── ${name}`);
  const startedAt = performance.now();
  const outcome = await run(output);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { passed, failed } = outcome;
  const word = failed.length === 0 ? "passed" : "FAILED";
  outcomes.set(name, outcome);
  summary.set(name, `${name}: ${word} in ${seconds} s (${passed} passed, ${failed.length} failed)`);
  output.say(`── ${summary.get(name)}`);
  if (!live) process.stdout.write(Buffer.concat(output.kept));
}

async function runInTurn(steps: Step[], live: boolean): Promise<void> {
  for (const step of steps) await runStep(step, live);
}

/** The named steps, or all; for a change, only those with work to do. */
function isWanted({ name }: Step): boolean {
  if (named.length > 0) return named.includes(name);
  if (affected === null) return true;
  if (name === "unit") return affected.tests.length > 0;
  if (["build", "browsers", "stories"].includes(name)) return affected.stories.length > 0;
  if (name === "format") return true;
  // The others read no documents.
  return name !== "chaos" && changed.some((file) => !file.endsWith(".md"));
}

async function check(): Promise<void> {
  const all = groups.flat(2);
  const unknown = named.filter((name) => !all.some((step) => step.name === name));
  if (unknown.length > 0) {
    say(`There is no step ${unknown.join(", ")}; the steps are ${all.map(({ name }) => name).join(", ")}.`);
    outcomes.set("check", { passed: 0, failed: [{ what: "no such step", why: "" }], files: [] });
    return;
  }
  if (affected !== null) for (const line of affected.summary) say(line);
  for (const group of groups) {
    const wanted = group.map((steps) => steps.filter(isWanted)).filter((steps) => steps.length > 0);
    await Promise.all(wanted.map((steps, index) => runInTurn(steps, index === 0)));
  }
  const slow = slowest([...outcomes.values()].flatMap(({ files }) => files));
  if (slow.length > 0) say(`\nThe slowest files:\n${slow.join("\n")}`);
  for (const [name, { failed }] of outcomes)
    for (const { what, why } of failed) say(`\nFAILED ${name}: ${what}${why && `\n${why.replace(/^/gm, "    ")}`}`);
  say(`\n${[...summary.values()].join("\n")}`);
}

await check();
const passed = [...outcomes.values()].reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = [...outcomes.values()].reduce((sum, outcome) => sum + outcome.failed.length, 0);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Files that differ from the point where this branch left the main one, uncommitted ones included; on an unchanged main
 * branch the files of its last commit.
 */
function changedFiles(root: string): string[] {
  const base = ["origin/main", "main"].map((main) => git(root, "merge-base", "HEAD", main)[0]).find(Boolean) ?? "HEAD";
  const differing = (from: string) => git(root, "diff", "--name-only", from);
  const files = [...differing(base), ...git(root, "ls-files", "--others", "--exclude-standard")];
  return files.length > 0 ? files : differing("HEAD~1");
}

function git(root: string, ...args: string[]): string[] {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : [];
}
