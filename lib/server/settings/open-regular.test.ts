import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRegular } from "./open-regular.ts";

const { O_RDONLY, O_RDWR, O_WRONLY } = constants;

test.each([
  ["read", O_RDONLY, /no regular file/],
  // A pipe that nobody reads cannot be opened for writing.
  ["written", O_WRONLY, /ENXIO|no regular file/],
])(
  "G20: a file that becomes a pipe after it was looked at, and is %s, is refused and not waited for",
  async (_, flags, why) => {
    const folder = mkdtempSync(path.join(tmpdir(), "countersign-open-"));
    const file = path.join(folder, "file");
    await writeFile(file, "");
    const become = async () => {
      rmSync(file);
      execFileSync("mkfifo", [file]);
    };
    onTestFinished(() => {
      // Whatever waits for the other end gets it.
      closeSync(openSync(file, O_RDWR));
      rmSync(folder, { recursive: true });
    });
    const opened = openRegular(file, { flags, look: become }).catch(String);
    expect(await Promise.race([opened, manyLooksAt(folder)])).toMatch(why);
  },
);

async function manyLooksAt(folder: string): Promise<string> {
  for (let looks = 0; looks < 1_000; looks += 1) await stat(folder);
  return "It waits.";
}
