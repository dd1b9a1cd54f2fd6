import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mutants, plant } from "./mutants.ts";

const root = path.resolve(import.meta.dirname, "../..");

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-mutant-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("there are six mutants", () => {
  expect(mutants.map(({ name }) => name)).toEqual([
    "drop the fence",
    "mark running after the call",
    "decide without compare-and-set",
    "wake before commit",
    "ignore expiry",
    "evict a healthy holder",
  ]);
});

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  "%s: the engine still holds what it changes",
  (_, mutant) => {
    const folder = emptyFolder();
    plant(mutant, { root, folder });
    for (const { file } of mutant.patches) {
      const changed = readFileSync(path.join(folder, file), "utf8");
      expect(changed, file).not.toBe(readFileSync(path.join(root, file), "utf8"));
    }
  },
);

test("a mutant of what is not there is refused", () => {
  const patches = [{ file: "lib/store/runs/runs.ts", from: "what nobody wrote", to: "" }];
  const { scenario } = mutants[0]!;
  expect(() => plant({ name: "none", patches, scenario }, { root, folder: emptyFolder() })).toThrow("does not hold");
});
