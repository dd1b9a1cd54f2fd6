import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { programEnvironment } from "./program-environment.ts";
import { runProgram } from "./run-program.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "workspace-run-")));
afterAll(() => rmSync(folder, { recursive: true }));

const environment = await programEnvironment(folder, process.env);
const deps = {
  folder,
  environment,
  limits: { timeMs: 20_000, outputBytes: 10_000 },
  signal: new AbortController().signal,
};

test("arguments arrive verbatim, in the folder and without a shell", async () => {
  const odd = ["; touch pwned", "$(touch pwned)", "`x`", "*", "a\nb", "", "ü"];
  const script = "console.log(JSON.stringify({ args: process.argv.slice(1), cwd: process.cwd() }))";
  const result = await runProgram(deps, [process.execPath, "-e", script, "--", ...odd]);
  expect(result).toMatchObject({ kind: "ended", exitCode: 0, stderr: "" });
  expect(JSON.parse("stdout" in result ? result.stdout : "")).toEqual({ args: odd, cwd: folder });
});

test("E11: a program sees the search path, a home in the folder and nothing else of our environment", async () => {
  const seen = await programEnvironment(folder, {
    PATH: "/usr/bin",
    OPENAI_API_KEY: "sk-1",
    NODE_OPTIONS: "--inspect",
  });
  expect(seen).toEqual({ PATH: "/usr/bin", HOME: folder, LANG: "C.UTF-8" });
});

test("S4.20: programs are never looked for in the folder or relative to it", async () => {
  mkdirSync(join(folder, "bin"), { recursive: true });
  const PATH = ["", ".", "bin", folder, join(folder, "bin"), "/usr/bin"].join(delimiter);
  expect((await programEnvironment(folder, { PATH })).PATH).toBe("/usr/bin");
});

test("a program that does not exist or may not be run is reported, not thrown", async () => {
  writeFileSync(join(folder, "plain.txt"), "text");
  expect(await runProgram(deps, ["no-such-program"])).toEqual({
    kind: "not-started",
    reason: "there is no program named 'no-such-program'",
  });
  expect(await runProgram(deps, ["./plain.txt"])).toEqual({
    kind: "not-started",
    reason: "'./plain.txt' may not be run",
  });
});

test("the time limit ends the program and what it started, and keeps what was printed", async () => {
  const limits = { ...deps.limits, timeMs: 700 };
  const result = await runProgram({ ...deps, limits }, [
    "sh",
    "-c",
    "sleep 60 & echo $! > child.pid; echo begun; wait",
  ]);
  expect(result).toEqual({ kind: "stopped", by: "time-limit", stillRunning: false, stdout: "begun\n", stderr: "" });
  await gone(Number(readFileSync(join(folder, "child.pid"), "utf8")));
});

test("what a program leaves running in the background ends with it", async () => {
  const result = await runProgram(deps, ["sh", "-c", "sleep 60 & echo $!"]);
  expect(result).toMatchObject({ kind: "ended", exitCode: 0 });
  await gone(Number("stdout" in result ? result.stdout : ""));
});

test("E12: a program that prints without end is stopped at the output limit", async () => {
  const result = await runProgram(deps, ["yes"]);
  expect(result).toMatchObject({ kind: "stopped", by: "output-limit" });
  expect("stdout" in result && result.stdout.length).toBe(deps.limits.outputBytes);
});

test("exactly as much output as the limit allows is not too much", async () => {
  const script = `process.stdout.write("x".repeat(${deps.limits.outputBytes}))`;
  expect(await runProgram(deps, [process.execPath, "-e", script])).toMatchObject({ kind: "ended", exitCode: 0 });
});

test("a caller who cancels ends the program, and one who cancelled before starts none", async () => {
  const caller = new AbortController();
  const running = runProgram({ ...deps, signal: caller.signal }, ["sleep", "60"]);
  caller.abort();
  expect(await running).toMatchObject({ kind: "stopped", by: "caller" });
  expect(await runProgram({ ...deps, signal: caller.signal }, ["touch", "late"])).toMatchObject({
    kind: "not-started",
  });
});

/** Resolves when the system has no such process any more; the test's own time limit bounds the wait. */
async function gone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1);
  for (;;) {
    try {
      process.kill(pid, 0);
      if (readFileSync(`/proc/${pid}/stat`, "utf8").split(" ")[2] === "Z") return;
    } catch {
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
