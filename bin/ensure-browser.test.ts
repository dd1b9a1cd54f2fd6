import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ensureBrowser } from "./ensure-browser.ts";

let folder: string;
const said: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "browser-"));
  said.length = 0;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function chosen(script: string | null) {
  const file = path.join(folder, "chromium");
  if (script !== null) await writeFile(file, script, { mode: 0o755 });
  vi.stubEnv("CHROMIUM_PATH", file);
  return { file, result: await ensureBrowser((line) => said.push(line)) };
}

test("the browser that was chosen is taken when it runs", async () => {
  const { file, result } = await chosen("#!/bin/sh\necho Chromium 156\n");
  expect(result).toEqual({ executablePath: file });
  expect(said).toEqual([]);
});

test.each([
  ["is not there", null],
  ["lacks its libraries", "#!/bin/sh\nexit 127\n"],
])("a chosen browser that %s is said, and nothing is installed instead", async (_name, script) => {
  const { file, result } = await chosen(script);
  expect(result).toEqual({ problem: `CHROMIUM_PATH=${file} is not a browser that runs here.` });
  expect(said).toEqual([]);
});
