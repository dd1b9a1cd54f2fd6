import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { features, folders, pure, rooms } from "../../import-table.ts";

/** Code that must not pass, by where it would stand and the rule that must say so. */
const wrong: [file: string, code: string, rule: string][] = [
  ["lib/approvals/a.ts", `import { judge } from "#lib/gate/run/run-tool.ts"; judge();`, "no-restricted-imports"],
  ["lib/policies/b.ts", `import { readFileSync } from "node:fs"; readFileSync("x");`, "no-restricted-imports"],
  ["lib/audit/c.ts", `import { sql } from "kysely"; sql.raw("");`, "no-restricted-imports"],
  ["lib/chat/d.ts", `import { streamText } from "ai"; streamText();`, "no-restricted-imports"],
  ["lib/elicitation/e.ts", `import { form } from "../gate/ask.ts"; form();`, "no-restricted-imports"],
  ["lib/gate/f.ts", `import { connect } from "#lib/mcp/servers/servers.ts"; connect();`, "no-restricted-imports"],
  ["lib/gate/g.ts", `import { env } from "#lib/server/settings/env.ts"; env();`, "no-restricted-imports"],
  ["lib/gate/h.ts", `import { Client } from "@modelcontextprotocol/client"; new Client();`, "no-restricted-imports"],
  [
    "lib/gate/chat.ts",
    `import type { ChatChunk } from "#lib/chat/chat-message.ts"; export type C = ChatChunk;`,
    "no-restricted-imports",
  ],
  [
    "lib/gate/run/chunk.ts",
    `import type { UIMessageChunk } from "ai"; export type C = UIMessageChunk;`,
    "no-restricted-imports",
  ],
  ["lib/store/i.ts", `import { askPeople } from "#lib/gate/ask/ask-people.ts"; askPeople();`, "no-restricted-imports"],
  ["lib/mcp/j.ts", `import { runTurn } from "#lib/agent/run-turn.ts"; runTurn();`, "no-restricted-imports"],
  [
    "lib/mcp/k.ts",
    `import { Clearance } from "#lib/gate/contract/clearance.ts"; new Clearance();`,
    "no-restricted-imports",
  ],
  ["lib/agent/l.ts", `import { services } from "#lib/server/api/services.ts"; services();`, "no-restricted-imports"],
  ["lib/models/m.ts", `import { Card } from "#components/cards/card.tsx"; Card();`, "no-restricted-imports"],
  ["lib/tools/n.ts", `import { headers } from "next/headers"; headers();`, "no-restricted-imports"],
  [
    "components/chat/o.tsx",
    `import { openChat } from "#lib/store/chats/chats.ts"; openChat();`,
    "no-restricted-imports",
  ],
  ["components/chat/p.tsx", `import { decide } from "#lib/gate/answer/decide.ts"; decide();`, "no-restricted-imports"],
  ["app/q/page.tsx", `import { decide } from "#lib/gate/answer/decide.ts"; decide();`, "no-restricted-imports"],
  ["app/api/q/route.ts", `import { openChat } from "#lib/store/chats/chats.ts"; openChat();`, "no-restricted-imports"],
  ["app/api/n/route.ts", `import { headers } from "next/headers"; headers();`, "no-restricted-imports"],
  ["app/api/r/route.ts", `import { story } from "#e2e/support/story.ts"; story();`, "no-restricted-imports"],
  ["lib/gate/s.ts", `export const late = (at: number) => Date.now() > at;`, "no-restricted-globals"],
  ["lib/gate/t.ts", `export const today = () => new Date();`, "no-restricted-globals"],
  ["lib/mcp/u.ts", `export const home = () => process.env["HOME"];`, "no-process-env"],
  ["lib/models/env.ts", `import { env } from "node:process"; export const e = env;`, "no-restricted-imports"],
  ["app/v.ts", `export const home = () => process.env["HOME"];`, "no-process-env"],
  ["lib/store/w.ts", `const work = async () => 1;\nexport const start = () => { work(); };`, "no-floating-promises"],
  ["lib/store/x.ts", `export const x = (value: any) => String(value);`, "no-explicit-any"],
  ["lib/store/y.ts", `export * from "./chats.ts";`, "no-barrel-file"],
  ["lib/store/z.ts", `export default 1;`, "no-default-export"],
  ["lib/store/long.ts", "export {};\n".repeat(251), "max-lines"],
  ["lib/server/aa.ts", `import { betterAuth } from "better-auth"; betterAuth({});`, "no-restricted-imports"],
  ["lib/store/bb.ts", `import { hashPassword } from "better-auth/crypto"; hashPassword("x");`, "no-restricted-imports"],
  ["app/api/cc/route.ts", `import { APIError } from "better-call"; new APIError("OK");`, "no-restricted-imports"],
  ["lib/gate/judge/dd.ts", `import { b } from "#lib/gate/judge/ee.ts"; export type A = typeof b;`, "no-cycle"],
  ["lib/gate/judge/ee.ts", `import type { A } from "#lib/gate/judge/dd.ts"; export const b: A = 1;`, "no-cycle"],
  ["lib/gate/judge/ff.ts", `import { c } from "./deeper/c.ts"; c();`, "no-restricted-imports"],
  ["lib/gate/run/gg.ts", `import { sql } from "kysely"; sql.raw("");`, "no-restricted-imports"],
  ["lib/server/chats/hh.ts", `import { sql } from "kysely"; sql.raw("");`, "no-restricted-imports"],
  [
    "lib/gate/contract/ii.ts",
    `import { Clearance } from "./clearance.ts"; export const c = () => new Clearance();`,
    "no-restricted-imports",
  ],
  ["lib/store/NotKebab.ts", `export const a = 1;`, "filename-case"],
];

/** Every import that would lead upward, from each folder and room to each that comes after it. */
const upward: [file: string, code: string, rule: string][] = [
  ...inOrder(pure.map((folder) => `lib/${folder}`)),
  ...Object.entries(rooms).flatMap(([folder, order]) =>
    inOrder(order.map((room) => (room === "." ? `lib/${folder}` : `lib/${folder}/${room}`))),
  ),
  ...["ui", "browser"].flatMap((low) =>
    features.map((feature) => climbing(`components/${low}`, `components/${feature}`)),
  ),
];

function inOrder(places: string[]) {
  return places.flatMap((low, at) => places.slice(at + 1).map((high) => climbing(low, high)));
}

function climbing(low: string, high: string): [file: string, code: string, rule: string] {
  const file = `${low}/up-to-${high.replaceAll("/", "-")}.ts`;
  return [file, `import type { A } from "#${high}/a.ts"; export type B = A;`, "no-restricted-imports"];
}

/** The same kinds of code where they belong. */
const right: [file: string, code: string][] = [
  ["lib/gate/right-a.ts", `import { chats } from "#lib/store/chats/chats.ts"; chats();`],
  [
    "lib/gate/run/start-call.ts",
    `import { Clearance } from "#lib/gate/contract/clearance.ts"; export const c = () => new Clearance();`,
  ],
  [
    "lib/mcp/right-c.ts",
    `import type { Clearance } from "#lib/gate/contract/clearance.ts"; export type C = Clearance;`,
  ],
  ["lib/chat/right-d.ts", `import type { UIMessage } from "ai"; export type M = UIMessage;`],
  ["lib/policies/right-e.ts", `import { z } from "zod"; export const shape = z.string();`],
  ["lib/server/right-f.ts", `import { start } from "#lib/mcp/servers/servers.ts"; start();`],
  ["lib/server/people/auth-engine.ts", `import { betterAuth } from "better-auth/minimal"; betterAuth({});`],
  ["lib/server/settings/env.ts", `export const home = () => process.env["HOME"];`],
  ["app/api/right-q/route.ts", `import { decide } from "#lib/gate/answer/decide.ts"; decide();`],
  ["app/right-g.ts", `import type { Decided } from "#lib/gate/answer/decide.ts"; export type D = Decided;`],
  ["lib/gate/right-h.test.ts", `import { run } from "#lib/mcp/servers/servers.ts"; run(Date.now());`],
];

type Finding = { code: string; filename: string };

const root = path.resolve(fileURLToPath(import.meta.url), "../../..");
let folder: string;
let findings: Finding[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "lint-"));
  for (const name of ["oxlint.config.ts", "import-table.ts", "package.json", "tsconfig.json"]) {
    await cp(path.join(root, name), path.join(folder, name));
  }
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  for (const [file, code] of [...wrong, ...upward, ...right]) {
    await write(path.join(folder, file), code);
  }
  const result = spawnSync(process.execPath, ["node_modules/oxlint/bin/oxlint", "-f", "json"], {
    cwd: folder,
    encoding: "utf8",
  });
  findings = (JSON.parse(result.stdout) as { diagnostics: Finding[] }).diagnostics;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(file: string, code: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${code}\n`);
}

const rulesOn = (file: string) => findings.filter((finding) => finding.filename === file).map(({ code }) => code);

test.each(wrong)("the lint refuses what %s does", (file, _code, rule) => {
  expect(rulesOn(file).join()).toContain(`(${rule})`);
});

test.each(upward)("the lint refuses %s", (file, _code, rule) => {
  expect(rulesOn(file).join()).toContain(`(${rule})`);
});

test.each(right)("the lint accepts what %s does", (file) => {
  expect(rulesOn(file)).toEqual([]);
});

/** The folders of a place that hold code. */
function foldersIn(place: string): string[] {
  const files = readdirSync(path.join(root, place), { recursive: true, encoding: "utf8" });
  const code = files.filter((file) => /\.tsx?$/.test(file) && file.includes(path.sep));
  return [...new Set(code.map((file) => file.slice(0, file.indexOf(path.sep))))].toSorted();
}

test("the import table names every folder of lib, every feature, and every room of a folder whose rooms have an order", () => {
  expect(foldersIn("lib")).toEqual(folders.toSorted());
  expect(foldersIn("components").filter((folder) => !["browser", "ui"].includes(folder))).toEqual(features.toSorted());
  for (const [folder, order] of Object.entries(rooms)) {
    expect(foldersIn(`lib/${folder}`)).toEqual(order.filter((room) => room !== ".").toSorted());
  }
});
