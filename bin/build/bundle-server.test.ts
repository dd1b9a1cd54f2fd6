import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bundleServer } from "./bundle-server.ts";

let root: string;
let folder: string;

/** A project whose server only says what it knows: its mode, what a route exports and where its modules are. */
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "bundle-"));
  folder = path.join(root, ".next/countersign");
  await write("package.json", `{ "type": "module", "imports": { "#lib/*": "./lib/*" } }`);
  await write("lib/place.ts", "export const place: string = import.meta.dirname;");
  await write("node_modules/next/index.js", "module.exports = 'next, from its own place';");
  await write("node_modules/small/index.js", "exports.small = 'a library';");
  await write(
    "bin/run-app.ts",
    `import next from "next";
    import path from "node:path";
    import { small } from "small";
    import { place } from "#lib/place.ts";
    export const runApp = async (mode: string, load: (file: string) => Promise<object>) => {
      const route = await load(path.join(place, "../app/api/chat/[id]/route.ts"));
      return { mode, next, small, place, bin: import.meta.dirname, ...route };
    };`,
  );
  await write("app/api/chat/[id]/route.ts", `import { place } from "#lib/place.ts"; export const GET = place;`);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

test("a bundled server runs as its sources do: routes, libraries, and modules that know their folders", async () => {
  expect(await bundleServer(root, folder)).toBe(true);
  // Nothing but the bundle and what stays outside it.
  await rm(path.join(root, "lib"), { recursive: true });
  await rm(path.join(root, "node_modules/small"), { recursive: true });
  const { run } = (await import(pathToFileURL(path.join(folder, "main.mjs")).href)) as { run: () => Promise<unknown> };
  expect(await run()).toEqual({
    mode: "production",
    next: "next, from its own place",
    small: "a library",
    place: path.join(root, "lib"),
    bin: path.join(root, "bin"),
    GET: path.join(root, "lib"),
  });
});

test("what an earlier build left goes, and what cannot be bundled is said", async () => {
  await write(".next/countersign/old.mjs", "");
  await bundleServer(root, folder);
  expect(await readdir(folder)).not.toContain("old.mjs");
  await write("lib/place.ts", "export const place = ;");
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  expect(await bundleServer(root, folder)).toBe(false);
  expect(written.mock.calls.join("")).toMatch(/^The server could not be bundled: [^]*place\.ts/);
});
