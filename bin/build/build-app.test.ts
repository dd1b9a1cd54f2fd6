import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { build as buildWith, isBuilt } from "./build-app.ts";

let root: string;
let bundled: boolean;
const build = (of: string) => buildWith(of, async () => bundled);

/** A project whose Next only writes its build id, or fails when there is a file called `broken`. */
beforeEach(async () => {
  bundled = true;
  root = await mkdtemp(path.join(tmpdir(), "app-build-"));
  await write(
    "node_modules/next/dist/bin/next",
    `const fs = require("node:fs"); if (fs.existsSync("broken")) process.exit(1);
    fs.mkdirSync(".next", { recursive: true }); fs.writeFileSync(".next/BUILD_ID", "1");`,
  );
  await write("app/page.tsx", "page");
  await write("lib/gate/ask/ask-people.ts", "ask");
  await write("package-lock.json", "{}");
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

test("a project is built once it was built, and until a source changes", async () => {
  expect(isBuilt(root)).toBe(false);
  expect(await build(root)).toBe(true);
  expect(isBuilt(root)).toBe(true);
  await write("lib/gate/ask/ask-people.ts", "ask!");
  expect(isBuilt(root)).toBe(false);
});

test.each([
  ["a new file", "components/cards/card.tsx"],
  ["a new route", "app/api/chat/route.ts"],
  ["another start", "bin/run-app.ts"],
  ["another lockfile", "package-lock.json"],
  ["another configuration", "next.config.mjs"],
])("%s makes the build old", async (_name, file) => {
  await build(root);
  await write(file, "something else");
  expect(isBuilt(root)).toBe(false);
});

test("a test, a file outside the sources and another time of a file do not", async () => {
  await build(root);
  await write("lib/gate/ask.test.ts", "test");
  await write("README.md", "read me");
  await utimes(path.join(root, "app/page.tsx"), new Date(0), new Date(0));
  expect(isBuilt(root)).toBe(true);
});

test("a file that moved makes the build old, though no content is new", async () => {
  await build(root);
  await rm(path.join(root, "app/page.tsx"));
  await write("app/chat/page.tsx", "page");
  expect(isBuilt(root)).toBe(false);
});

test("a build that fails or was interrupted counts as none, even over a good one", async () => {
  await build(root);
  await write("broken", "");
  expect(await build(root)).toBe(false);
  expect(isBuilt(root)).toBe(false);
});

test("pages without a server are no build", async () => {
  bundled = false;
  expect(await build(root)).toBe(false);
  expect(isBuilt(root)).toBe(false);
});
