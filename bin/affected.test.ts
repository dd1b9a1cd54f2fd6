import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { affectedBy } from "./affected.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "affected-"));
  const files = {
    "lib/gate/ask.ts": `import { row } from "#lib/store/row.ts";`,
    "lib/gate/ask.test.ts": `import { ask } from "./ask.ts";\ntest("A1: asks", ask);`,
    "lib/store/row.ts": `import type { Card } from "#components/card.ts";`,
    "lib/store/row.test.ts": `import { row } from "./row.ts";\ntest("C2, C3: keeps", row);`,
    "components/card.ts": "",
    "bin/start.test.ts": `run("bin/start.ts");`,
    "components/keeps/row.tsx": "",
    "app/page.tsx": "",
    "e2e/stories/approve-and-decline.spec.ts": `test("A2: is approved", tell);`,
    "e2e/stories/keeps-on.spec.ts": `test("C4: is kept on", tell);`,
    "e2e/stories/asks.spec.ts": `\ntest("A1, B1: is asked", tell);`,
    "e2e/stories/keeps.spec.ts": `test("C3: is kept", tell);\ntest("C1: is drawn", tell);`,
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
});
afterEach(() => rm(root, { recursive: true, force: true }));

test.each([
  ["a source", ["lib/store/row.ts"], ["lib/store/row.test.ts", "lib/gate/ask.test.ts"], ["keeps.spec.ts:1"]],
  ["another", ["lib/gate/ask.ts"], ["lib/gate/ask.test.ts"], ["asks.spec.ts:2"]],
  ["a test", ["lib/gate/ask.test.ts"], ["lib/gate/ask.test.ts"], ["asks.spec.ts:2"]],
  ["a file that gives types alone", ["components/card.ts"], [], []],
  ["a program that a test starts", ["bin/start.ts"], ["bin/start.test.ts"], []],
  ["a story", ["e2e/stories/keeps.spec.ts"], [], ["keeps.spec.ts"]],
  ["a story that is gone", ["e2e/stories/gone.spec.ts"], [], []],
  ["a document", ["docs/words.md"], [], []],
  ["a component", ["components/keeps/row.tsx"], [], ["keeps-on.spec.ts:1", "keeps.spec.ts:1", "keeps.spec.ts:2"]],
  ["a page of no story's name", ["app/page.tsx"], [], ["approve-and-decline.spec.ts:1"]],
])("of %s, the nearest tests and the stories of its behaviours", (_kind, changed, tests, stories) => {
  const affected = affectedBy(root, changed);
  expect(affected.tests).toEqual(tests);
  expect(affected.stories).toEqual(stories.map((story) => `e2e/stories/${story}`));
});
