import { readdirSync, readFileSync } from "node:fs";
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
