import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DataLock, lockData, runningInstance } from "./data-lock.ts";

const me = { pid: process.pid, origin: "http://127.0.0.1:3000" };
let dataDir: string;
const held: DataLock[] = [];

beforeEach(async () => {
  dataDir = path.join(await mkdtemp(path.join(tmpdir(), "lock-")), "data");
});
afterEach(async () => {
  for (const lock of held.splice(0)) lock.release();
  await rm(path.dirname(dataDir), { recursive: true, force: true });
});

function lock(): DataLock | { problem: string } {
  const result = lockData(dataDir, me);
  if ("release" in result) held.push(result);
  return result;
}

/** Another process that holds the lock until it is killed. */
async function otherHolder() {
  const file = fileURLToPath(new URL("data-lock.ts", import.meta.url));
  const script = `import { lockData } from ${JSON.stringify(file)};
    const lock = lockData(${JSON.stringify(dataDir)}, { pid: process.pid, origin: "http://127.0.0.1:4000" });
    console.log("problem" in lock ? "refused" : "locked");
    setInterval(() => lock, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [answer] = (await once(child.stdout, "data")) as [Buffer];
  return { child, answer: answer.toString().trim() };
}

test("G5: a directory that another process holds is refused, naming who holds it", async () => {
  const { child, answer } = await otherHolder();
  expect(answer).toBe("locked");
  expect(lock()).toEqual({
    problem: `Another Countersign (process ${child.pid}, http://127.0.0.1:4000) uses the data directory ${dataDir}; stop it, or set DATA_DIR.`,
  });
  expect(runningInstance(dataDir)).toEqual({ pid: child.pid, origin: "http://127.0.0.1:4000" });
  child.kill("SIGKILL");
  await once(child, "exit");
});

test("G5: the lock of a process that was killed is free at once, whatever it left behind", async () => {
  const { child } = await otherHolder();
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(runningInstance(dataDir)).toBeNull();
  expect(lock()).toHaveProperty("release");
  expect(runningInstance(dataDir)).toEqual(me);
});

test("G5: of two processes that start at once on a directory a third left, one gets it", async () => {
  const third = await otherHolder();
  third.child.kill("SIGKILL");
  await once(third.child, "exit");
  const both = await Promise.all([otherHolder(), otherHolder()]);
  expect(both.map(({ answer }) => answer).toSorted()).toEqual(["locked", "refused"]);
  for (const { child } of both) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

test("a released directory can be taken again", () => {
  const first = lock();
  if ("release" in first) first.release();
  held.length = 0;
  expect(runningInstance(dataDir)).toBeNull();
  expect(lock()).toHaveProperty("release");
});

test("a directory that cannot be made is one sentence", async () => {
  await writeFile(path.dirname(dataDir) + "/file", "");
  const result = lockData(path.join(path.dirname(dataDir), "file", "data"), me);
  expect(result).toEqual({
    problem: expect.stringMatching(/^The data directory .*file\/data cannot be used: ENOTDIR.*\.$/),
  });
});

test("nobody runs on a directory that was never used", () => {
  expect(runningInstance(dataDir)).toBeNull();
});
