import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { isGuarded } from "#lib/server/api/guard.ts";

/** What the production build contains, looked at without starting it. */
const built = path.resolve(import.meta.dirname, "../../.next");
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Files that Next serves by a route of its own making; the same for everybody. */
const files = ["/icon.svg/route"];

type Manifest = Record<string, string>;

test("every route handler of the build is guarded", async () => {
  const manifest = JSON.parse(await readFile(path.join(built, "server/app-paths-manifest.json"), "utf8")) as Manifest;
  const routes = Object.entries(manifest).filter(([name]) => name.endsWith("/route") && !files.includes(name));
  expect(routes.map(([name]) => name)).toContain("/api/chat/elicitation/route");

  const require = createRequire(import.meta.url);
  const unguarded: string[] = [];
  for (const [name, file] of routes) {
    const { routeModule } = require(path.join(built, "server", file)) as { routeModule: { userland: object } };
    const exported = Object.entries(routeModule.userland).filter(([method]) => methods.includes(method));
    expect(exported.length, `${name} exports handlers`).toBeGreaterThan(0);
    for (const [method, handler] of exported) if (!isGuarded(handler)) unguarded.push(`${method} ${name}`);
  }
  expect(unguarded).toEqual([]);
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
