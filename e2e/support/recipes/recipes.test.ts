import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { proof } from "./proof.ts";
import { type RecipesCopy, recipesCopy } from "./recipes-copy.ts";

const root = path.resolve(import.meta.dirname, "../../..");
let copy: RecipesCopy;

beforeAll(async () => {
  copy = await recipesCopy({ "e2e/support/proof.test.ts": proof });
});
afterAll(() => copy.remove());

test("what the recipes add works, and the tests that hold the lists complete pass", async () => {
  const files = [
    "e2e/support/proof",
    "lib/server/http/api-routes",
    "lib/server/api/authorisation",
    "e2e/support/api-description",
  ];
  const names = "recipe:|every route|every handler|weather";
  // One process imports the app once.
  const options = ["--project", "sqlite", "--maxWorkers", "1", "-t", names];
  expect(await copy.complaintsOf("vitest/vitest.mjs", "run", ...options, ...files)).toBe("");
});

const pages = globSync(["{CONTRIBUTING,README,REVIEW,SECURITY}.md", "docs/**/*.md"], { cwd: root });

test.each(pages)("every path that %s names is there", (page) => {
  const text = readFileSync(path.join(root, page), "utf8");
  const isPath = /^(?:app|bench|bin|components|docs|e2e|examples|lib)\/[^*{<]*$/;
  const isFileHere = /^[^/*{<]+\.(?:ts|tsx|mjs|md|json|yaml)$/;
  const named = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, code]) => code ?? []);
  // Other pages name files of servers and people too.
  const paths = named.filter((name) => isPath.test(name) || (page === "CONTRIBUTING.md" && isFileHere.test(name)));
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, to = ""]) => path.join(path.dirname(page), to));
  if (page === "CONTRIBUTING.md") expect(paths.length).toBeGreaterThan(20);
  expect([...paths, ...links].filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});
