import { mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memoryInFolder, memoryInProcess } from "./question-memory.ts";

const newFolder = () => join(mkdtempSync(join(tmpdir(), "questions-")), "state");

test("M5: an answer counts once, in a process and after a restart", () => {
  const passing = memoryInProcess(1_000);
  expect([passing.spend("a"), passing.spend("a"), passing.spend("b")]).toEqual([true, false, true]);
  const folder = newFolder();
  const before = memoryInFolder(folder, 1_000_000);
  expect(before.spend("a")).toBe(true);
  const after = memoryInFolder(folder, 1_000_000);
  expect(after.key).toEqual(before.key);
  expect([after.spend("a"), after.spend("b"), before.spend("b")]).toEqual([false, true, false]);
});

test("M5: the key is the owner's alone, and a broken one is refused", () => {
  const folder = newFolder();
  memoryInFolder(folder, 1_000);
  expect(readdirSync(folder)).toEqual(["key"]);
  expect(statSync(join(folder, "key")).mode & 0o077).toBe(0);
  writeFileSync(join(folder, "key"), "short");
  expect(() => memoryInFolder(folder, 1_000)).toThrow("is not a key");
});

test("used answers are forgotten when their questions have run out", () => {
  const folder = newFolder();
  expect(memoryInFolder(folder, 60_000).spend("old")).toBe(true);
  utimesSync(join(folder, "spent-old"), 0, 0);
  expect(memoryInFolder(folder, 60_000).spend("old")).toBe(true);
});
