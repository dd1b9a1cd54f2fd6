import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#e2e/support/free-port.ts";
import { again, expect, openChat, test } from "#e2e/support/story.ts";

test(
  "the app ends politely on SIGTERM, and starts again on the same data with the same person",
  again,
  async ({ page, launch }) => {
    const app = await launch({ prepared: false });
    await openChat(page, app);
    process.kill(app.pid(), "SIGTERM");
    await expect.poll(() => isRunning(app.pid())).toBe(false);
    await app.start();
    await openChat(page, app);
  },
);

test("G5: the app starts again at once after it was killed", async ({ page, launch }) => {
  const app = await launch({ prepared: false });
  await openChat(page, app);
  await app.kill();
  await app.start();
  await openChat(page, app);
});

test("a store that is no database is one sentence and stays as it is", async () => {
  const home = await mkdtemp(path.join(tmpdir(), "countersign-broken-"));
  const file = path.join(home, "data", "countersign.sqlite");
  await mkdir(path.dirname(file));
  await writeFile(file, "somebody's notes, not a database, and long enough to be read as one\n".repeat(100));
  const before = await readFile(file);

  const env = { ...process.env, PORT: String(await freePort()), DATA_DIR: path.dirname(file), CONFIG_DIR: home };
  const result = spawnSync(process.execPath, ["bin/start.ts"], { env, encoding: "utf8" });
  expect(result.status).toBe(1);
  expect(result.stderr).toMatch(/^The store .*countersign\.sqlite cannot be used: file is not a database\.\n$/);
  expect(await readFile(file)).toEqual(before);
  await rm(home, { recursive: true, force: true });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // The only way to ask.
    return false;
  }
}
