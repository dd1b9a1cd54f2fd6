import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { followFile } from "./follow-file.ts";

/** A regular file that nobody can read, root included where there is such a one. */
async function putUnreadable(file: string): Promise<void> {
  if (existsSync("/proc/self/mem")) return symlink("/proc/self/mem", file);
  await writeFile(file, "");
  await chmod(file, 0);
}

test("G20: a file that cannot be read is said to be not followed once, however often it is looked at", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-follow-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const follow = (name: string) => {
    const file = path.join(folder, name);
    const texts: string[] = [];
    const told: (string | null)[] = [];
    const following = followFile({
      file,
      known: "",
      changed: async (text) => void texts.push(text),
      followed: async (problem) => void told.push(problem),
      failed: (error) => told.push(String(error)),
      lookEveryMs: 20,
    });
    onTestFinished(() => following.stop());
    return { file, texts, told };
  };
  await putUnreadable(path.join(folder, "locked"));
  const locked = follow("locked");
  const beside = follow("beside");
  await expect.poll(() => locked.told).toHaveLength(1);
  // Each is taken after several looks, at both files alike.
  for (const text of ["a", "b", "c"]) {
    await writeFile(beside.file, text);
    await expect.poll(() => beside.texts.at(-1)).toBe(text);
  }
  expect(locked.told).toEqual([expect.stringMatching(/error|denied/i)]);
  await rm(locked.file);
  await writeFile(locked.file, "read");
  await expect.poll(() => locked.texts).toEqual(["read"]);
  expect(locked.told.at(-1)).toBeNull();
  expect(locked.told.filter((problem) => problem === null)).toHaveLength(1);
});
