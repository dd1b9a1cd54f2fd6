import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { mcpRig } from "#e2e/support/mcp-rig.ts";
import { fillEntry } from "#lib/imports/fill-entry.ts";
import { foundServerOf, knownServers, type KnownServer } from "#lib/imports/known-servers.ts";

const folder = path.join(import.meta.dirname, "packages");
const data = mkdtempSync(path.join(tmpdir(), "known-servers-"));
afterAll(() => rmSync(data, { recursive: true }));

/** What a person types; no service is reached by it. */
const answers = new Map([
  ["input:folder", data],
  ["input:token", "none"],
  ["input:connection string", "mongodb://127.0.0.1:1/"],
]);

function readPackage(directory: string): { version: string; bin: string | Record<string, string> } {
  return JSON.parse(readFileSync(path.join(directory, "package.json"), "utf8"));
}

/** The filled entry with its package as installed here in the place of `npx -y <package>@<version>`. */
function installed(known: KnownServer) {
  const { command, args = [], ...rest } = fillEntry(foundServerOf(known), answers);
  const [yes, spec = "", ...words] = args;
  expect([command, yes]).toEqual(["npx", "-y"]);
  const at = spec.lastIndexOf("@");
  const directory = path.join(folder, "node_modules", spec.slice(0, at));
  const { version, bin } = readPackage(directory);
  expect(`${spec.slice(0, at)}@${version}`).toBe(spec);
  const file = typeof bin === "string" ? bin : Object.values(bin)[0];
  return { ...rest, command: process.execPath, args: [path.join(directory, file ?? ""), ...words] };
}

const programs = knownServers.filter((known) => foundServerOf(known).entry.command !== undefined);

test("M11: the directory names programs that tests start", () => {
  expect(programs.map(({ name }) => name)).toEqual(expect.arrayContaining(["Filesystem", "Playwright", "MongoDB"]));
});

test.for(programs)("M11: $name starts as the directory of well-known servers has it", async (known) => {
  const rig = await mcpRig({ known: installed(known) });
  const [server] = rig.servers.list();
  const tools = rig.servers.tools();
  await rig.close();
  expect([server?.status, server?.problem]).toEqual(["up", null]);
  expect(tools.length).toBeGreaterThan(0);
  const changing = tools.filter(({ annotations }) => annotations.readOnlyHint !== true).map(({ name }) => name);
  if (known.risk === "reads") expect(changing).toEqual([]);
  else expect(changing).not.toEqual([]);
});
