import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** A process that closes in this way; `pipe` is a named pipe that nobody writes to. */
async function running(close: string, graceMs: number) {
  const folder = await mkdtemp(path.join(tmpdir(), "on-stop-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pipe = path.join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const source = `
    import { readFile } from "node:fs/promises";
    import { onStop } from ${JSON.stringify(path.resolve(import.meta.dirname, "on-stop.ts"))};
    const pipe = ${JSON.stringify(pipe)};
    setInterval(() => {}, 1_000);
    onStop(${close}, { graceMs: ${graceMs} });
    console.log("up");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(child.stdout, "data");
  const ended = once(child, "close").then(([code, signal]) => ({
    code: code as number,
    signal: signal as string,
    said,
  }));
  return { child, ended };
}

test("G21: a process that is asked to stop closes, and ends with 0", async () => {
  const { child, ended } = await running("async () => {}", 60_000);
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 0, signal: null, said: "" });
});

test.each([
  ["never done closing", "() => new Promise(() => {})"],
  ["closing waits for a pipe", "() => readFile(pipe)"],
])("G21: it ends within its grace and says so, where it is %s", async (_, close) => {
  const { child, ended } = await running(close, 300);
  child.kill("SIGTERM");
  const { code, signal, said } = await ended;
  expect({ code, signal }).toEqual({ code: null, signal: "SIGKILL" });
  expect(said).toContain("It did not close within 0.3 seconds");
});

test("G21: it ends where it has closed, and a read that hangs keeps it from exiting", async () => {
  const { child, ended } = await running("async () => void readFile(pipe)", 300);
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: null, signal: "SIGKILL" });
});

test("G21: it ends where a loop without end keeps it from everything", async () => {
  const { child, ended } = await running("async () => { for (;;); }", 300);
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: null, signal: "SIGKILL" });
});

test("G21: asked a second time it ends at once", async () => {
  const { child, ended } = await running("() => new Promise(() => {})", 3_600_000);
  // One press of Ctrl+C may arrive twice; further presses count.
  const again = setInterval(() => child.kill("SIGTERM"), 200);
  const { signal, said } = await ended;
  clearInterval(again);
  expect(signal).toBe("SIGKILL");
  expect(said).toContain("a second time");
});
