import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const exported = /^export (?:async )?(?:function\*? |const |class |type |interface )(\w+)/gm;

/** `signInWaysOf` as sign, in, way, of; plurals count as singulars. */
function wordsOf(name: string): string[] {
  const parted = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2");
  return parted
    .toLowerCase()
    .split("-")
    .map((word) => word.replace(/ies$/, "y").replace(/(?<=[^s])s$/, ""));
}

/** A file of one export has its name; one of several has a word of its name in common with one of them. */
function isNamedAfter(stem: string, names: readonly string[]): boolean {
  const words = wordsOf(stem);
  const [only, ...more] = names;
  if (only === undefined) return true;
  if (more.length === 0) return words.every((word) => wordsOf(only).includes(word));
  return names.some((name) => words.some((word) => wordsOf(name).includes(word)));
}

const files = ["lib", "components", "bin"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !file.includes("migrations/"));

test("a file is named after what it exports", () => {
  expect(files.length).toBeGreaterThan(500);
  const others = files.filter((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    const names = [...text.matchAll(exported)].flatMap(([, name]) => name ?? []);
    return !isNamedAfter(path.basename(file).replace(/(?:\.(?:en|de))?\.tsx?$/, ""), names);
  });
  expect(others).toEqual([]);
});

test.each([
  ["decide", ["decide"], true],
  ["sign-in-ways", ["signInWaysOf", "SignInWays"], true],
  ["policies", ["policyOf"], true],
  ["every", ["repeat"], false],
  ["past-calls", ["keepCounted"], false],
  ["doors", ["enter", "leave"], false],
])("the check of names says of %s, which exports %s: %s", (stem, names, named) => {
  expect(isNamedAfter(stem, names)).toBe(named);
});

test("a folder holds 5 to 25 files, or the decision on rooms says why not", () => {
  const decision = readFileSync(path.join(root, "docs/decisions/0008-rooms.md"), "utf8");
  // A catalogue is text, one per folder and language.
  const code = files.filter((file) => !/words\.(?:en|de)\.ts$/.test(file));
  const sizes = Map.groupBy(code, (file) => path.dirname(file));
  // A folder with rooms may have few files of its own.
  const hasRooms = (folder: string) => [...sizes.keys()].some((other) => path.dirname(other) === folder);
  const odd = [...sizes].filter(([folder, { length }]) => length > 25 || (length < 5 && !hasRooms(folder)));
  expect(odd.map(([folder]) => folder).filter((folder) => !decision.includes(`\`${folder}\``))).toEqual([]);
});

/** Files of fewer lines than these belong to the one file that imports them; catalogues stand by themselves. */
const fewestLines = 20;
/** Those that stay: the recipe for a tool of our own ends with a line in this list, beside the tools. */
const shortAndAlone = ["lib/tools/own-tools.ts"];

const importing = /\b(?:from|import)\s*\(?\s*"(#[^"]+|\.{1,2}\/[^"]+)"/g;

/** Of all files by their paths, the short ones of lib, components and bin that exactly one other file imports. */
function shortWithOneImporter(texts: ReadonlyMap<string, string>): string[] {
  const importers = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    for (const [, name = ""] of text.matchAll(importing)) {
      const imported = name.startsWith("#") ? name.slice(1) : path.join(path.dirname(file), name);
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
    }
  }
  const isShort = (file: string) => (texts.get(file) ?? "").split("\n").length - 1 < fewestLines;
  const isOurs = (file: string) =>
    /^(?:lib|components|bin)\//.test(file) && !/migrations\/|words\.(?:en|de)\.ts$/.test(file);
  return [...texts.keys()].filter((file) => isOurs(file) && isShort(file) && importers.get(file)?.size === 1);
}

test("a short file that one file imports stands in that file", () => {
  const all = globSync("{app,bench,bin,components,e2e,examples,lib}/**/*.{ts,tsx,mjs}", { cwd: root });
  const texts = new Map(all.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
  expect(texts.size).toBeGreaterThan(1_000);
  expect(shortWithOneImporter(texts)).toEqual(shortAndAlone);
});

test("the check of short files knows importers by either kind of address, tests among them", () => {
  const lines = (count: number) => "export {};\n".repeat(count);
  const texts = new Map([
    ["lib/a/one.ts", lines(19)],
    ["lib/a/near.ts", lines(1)],
    ["lib/a/late.ts", lines(1)],
    ["lib/a/tested.ts", lines(1)],
    ["lib/a/long.ts", lines(20)],
    ["bin/started.ts", lines(1)],
    [
      "lib/b/user.ts",
      `import "#lib/a/one.ts";\nimport { long } from "#lib/a/long.ts";\nimport {\n  a,\n} from "#lib/a/tested.ts";`,
    ],
    ["lib/a/user.ts", `import type { Near } from "./near.ts";\nconst late = await import("./late.ts");`],
    ["lib/a/tested.test.ts", `import { a } from "./tested.ts";`],
  ]);
  expect(shortWithOneImporter(texts)).toEqual(["lib/a/one.ts", "lib/a/near.ts", "lib/a/late.ts"]);
});

/** One thing, of which the server has one level more. */
const exportedTwice = ["Log"];

/** Names that more than one of these files exports. */
function namesOfSeveral(texts: ReadonlyMap<string, string>): string[] {
  const names = [...texts.values()].flatMap((text) => [
    ...new Set([...text.matchAll(exported)].flatMap(([, name]) => name ?? [])),
  ]);
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

test.each(["lib", "components", "bin"])("in %s no two files export different things under one name", (folder) => {
  const ours = files.filter((file) => file.startsWith(`${folder}${path.sep}`));
  const texts = new Map(ours.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
  expect(namesOfSeveral(texts).filter((name) => !exportedTwice.includes(name))).toEqual([]);
});

test("the check of exported names sees values and types, and two of one file as one", () => {
  const texts = new Map([
    ["a.ts", "export function read(text: string): string;\nexport function read(): string {}\nexport type Row = {};"],
    ["b.ts", "export const read = 1;\nconst hidden = 2;\nexport async function row() {}"],
    ["c.ts", "export interface Row {}\nconst hidden = 3;"],
  ]);
  expect(namesOfSeveral(texts)).toEqual(["read", "Row"]);
});
