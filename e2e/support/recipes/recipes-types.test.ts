import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { proof } from "./proof.ts";
import { type RecipesCopy, recipesCopy } from "./recipes-copy.ts";

let copy: RecipesCopy;

beforeAll(async () => {
  copy = await recipesCopy({ "e2e/support/proof.test.ts": proof });
});
afterAll(() => copy.remove());

test("a policy kind, a subject and a route are added by the edits of the recipes alone: the types fit", async () => {
  const config = {
    extends: "./tsconfig.json",
    compilerOptions: { incremental: false, types: ["node", "next"], plugins: [] },
    include: [
      "lib/**/*.ts",
      "app/**/*.ts",
      "app/**/*.tsx",
      "components/**/*.ts",
      "components/**/*.tsx",
      "bin/*.ts",
      "e2e/support/proof.test.ts",
    ],
    exclude: ["lib/**/*.test.ts", "components/**/*.test.ts", "bin/*.test.ts"],
  };
  await writeFile(path.join(copy.folder, "tsconfig.recipes.json"), JSON.stringify(config));
  expect(await copy.complaintsOf("typescript/bin/tsc", "--noEmit", "-p", "tsconfig.recipes.json")).toBe("");
});

test("what the recipes add passes the lint", async () => {
  expect(await copy.complaintsOf("oxlint/bin/oxlint", "--deny-warnings", ...copy.files)).toBe("");
});
