import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";

/** What the production build contains, looked at without starting it. */
const built = path.resolve(import.meta.dirname, "../../.next");
/** Files that Next serves by a route of its own making; the same for everybody. */
const files = ["/icon.svg/route"];

type Manifest = Record<string, string>;

test("the build answers pages alone: every route is one of ours, behind its guard", async () => {
  const manifest = JSON.parse(await readFile(path.join(built, "server/app-paths-manifest.json"), "utf8")) as Manifest;
  expect(Object.keys(manifest)).toContain("/inbox/page");
  expect(Object.keys(manifest).filter((name) => !name.endsWith("/page") && !files.includes(name))).toEqual([]);
});

test("A13: the bundles, and so the build, hold nothing of the gate or the store, which exist once in the process", async () => {
  const all = await readdir(path.join(built, "server"), { recursive: true });
  const scripts = all.filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  const marks = ["A clearance can only be made by the gate.", "could not be brought up to date", "begin immediate"];
  for (const script of scripts) {
    const text = await readFile(path.join(built, "server", script), "utf8");
    for (const mark of marks) expect(text.includes(mark), `${script} contains "${mark}"`).toBe(false);
  }
});
