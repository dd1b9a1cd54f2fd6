import { chmodSync, lchownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runScript } from "#e2e/support/run-script.ts";
import { lockData } from "#lib/server/start/data-lock.ts";
import { logger } from "#lib/server/observe/log.ts";
import { openStore, storeFile } from "#lib/server/start/open-store.ts";
import { keepPrivate } from "./keep-private.ts";

let home: string;
let dataDir: string;

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "private-"));
  dataDir = path.join(home, "data");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const modeOf = (...names: string[]) => (statSync(path.join(dataDir, ...names)).mode & 0o7777).toString(8);
const put = (name: string, mode: number) => {
  writeFileSync(path.join(dataDir, name), "");
  chmodSync(path.join(dataDir, name), mode);
};
const looseDirectory = (mode = 0o755) => {
  mkdirSync(dataDir);
  chmodSync(dataDir, mode);
};
const isRoot = process.geteuid?.() === 0;

test("H10: an existing data directory that others could read or write is closed, with every file of ours in it", () => {
  looseDirectory(0o777);
  const ours = [
    "countersign.sqlite",
    "countersign.sqlite-wal",
    "countersign.sqlite-shm",
    "lock",
    "instance.json",
  ].concat("audit-key.pem", "audit-key.pem.new", "audit-head.json", "audit-stamps.jsonl");
  for (const name of ours) put(name, 0o666);
  mkdirSync(path.join(dataDir, "workspace"));
  chmodSync(path.join(dataDir, "workspace"), 0o755);
  expect(keepPrivate(dataDir)).toBeNull();
  expect(modeOf()).toBe("700");
  expect(ours.map((name) => modeOf(name))).toEqual(ours.map(() => "600"));
  // Files of tools belong to the tools, in the same closed folder.
  expect(modeOf("workspace")).toBe("755");
});

test("H10: a new directory and all that the app makes in it are closed from the start", async () => {
  const lock = lockData(dataDir, { pid: process.pid, origin: "http://127.0.0.1:1" });
  if ("problem" in lock) throw new Error(lock.problem);
  const database = await openStore(
    { dataDir, databaseUrl: null },
    logger("silent", () => {}),
  );
  if ("problem" in database) throw new Error(database.problem);
  expect(modeOf()).toBe("700");
  const made = ["countersign.sqlite", "countersign.sqlite-wal", "countersign.sqlite-shm", "lock", "instance.json"];
  expect(Object.fromEntries(made.map((name) => [name, modeOf(name)]))).toEqual(
    Object.fromEntries(made.map((name) => [name, "600"])),
  );
  await database.close();
  lock.release();
});

test("H10: a link to the directory is followed, and its target closed", () => {
  mkdirSync(path.join(home, "volume"), { mode: 0o755 });
  symlinkSync(path.join(home, "volume"), dataDir);
  expect(keepPrivate(dataDir)).toBeNull();
  expect(statSync(path.join(home, "volume")).mode & 0o777).toBe(0o700);
});

test("H10: a directory that many share, or that is somebody's project, is refused and left as it is", () => {
  looseDirectory(0o1777);
  expect(keepPrivate(dataDir)).toEqual({
    problem: expect.stringMatching(/is open to other users and holds more .*\.$/),
  });
  expect(modeOf()).toBe("1777");
  chmodSync(dataDir, 0o755);
  put("package.json", 0o644);
  expect(keepPrivate(dataDir)).toEqual({ problem: expect.stringContaining("close it with chmod 700") });
  expect(modeOf()).toBe("755");
  expect(modeOf("package.json")).toBe("644");
  chmodSync(dataDir, 0o700);
  expect(keepPrivate(dataDir)).toBeNull();
});

test("H10: where one of our files should be, nothing but a file of ours is used", () => {
  looseDirectory(0o700);
  symlinkSync(path.join(home, "nowhere"), path.join(dataDir, "instance.json"));
  expect(keepPrivate(dataDir)).toEqual({ problem: expect.stringContaining("a link that leads nowhere") });
  rmSync(path.join(dataDir, "instance.json"));
  mkdirSync(path.join(dataDir, "lock"));
  expect(keepPrivate(dataDir)).toEqual({ problem: expect.stringContaining("lock, which is not a file") });
});

test("H10: what belongs to another user is refused in one sentence: directory, file of ours, link", () => {
  const foreignFile = path.join(home, "foreign");
  looseDirectory();
  let foreign = { directory: "/usr", file: "/etc/passwd" };
  // Only the administrator can give something away; everybody else finds what is the administrator's.
  if (isRoot) {
    mkdirSync(path.join(home, "theirs"));
    writeFileSync(foreignFile, "");
    foreign = { directory: path.join(home, "theirs"), file: foreignFile };
    for (const one of Object.values(foreign)) lchownSync(one, 65_534, 65_534);
  }
  const problem = expect.stringMatching(
    / belongs to another user \(\d+\); give it to the one that runs this \(\d+\).*\.$/,
  );
  expect(keepPrivate(foreign.directory)).toEqual({ problem });
  expect(lockData(foreign.directory, { pid: 1, origin: "" })).toEqual({ problem });

  symlinkSync(foreign.file, storeFile(dataDir));
  expect(keepPrivate(dataDir)).toEqual({
    problem: expect.stringContaining("holds countersign.sqlite of another user"),
  });
  rmSync(storeFile(dataDir));
  expect(keepPrivate(dataDir)).toBeNull();

  if (!isRoot) return;
  const link = path.join(home, "link");
  symlinkSync(dataDir, link);
  lchownSync(link, 65_534, 65_534);
  expect(keepPrivate(link)).toEqual({ problem: expect.stringContaining("is a link of another user") });
});

test("H10: the app does not start on a directory that stays open, and says so in one sentence", async () => {
  looseDirectory();
  put("package.json", 0o644);
  const { code, out, err } = await runScript("start", { home });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/^The data directory [^\n]* is open to other users [^\n]*\.\n$/);
});
