import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { reword } from "#lib/words/reword.ts";
import { german } from "../../app/catalogues.ts";
import { wordsInEnglish } from "#components/browser/words.en.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Every text in a file, with what is put in as `{}`. */
function textsIn(file: string): string[] {
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const node = value as Record<string, unknown>;
    if (node["type"] === "Literal" && typeof node["value"] === "string") texts.push(node["value"]);
    if (node["type"] === "TemplateLiteral")
      texts.push((node["quasis"] as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked).join("{}"));
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseSync(file, readFileSync(path.join(root, file), "utf8")).program);
  return texts;
}

test("W8: each sentence that is worded anew is one that the server, or lib, says", () => {
  const files = globSync(["lib/**/*.ts", "app/**/*.ts"], { cwd: root });
  const said = new Set(files.filter((file) => !/\.test\./.test(file)).flatMap(textsIn));
  const unsaid = Object.keys(wordsInEnglish.english).filter((key) => !said.has(key.replaceAll(/\{\w+\}/g, "{}")));
  expect(unsaid).toEqual([]);
});

test.each([
  "This tool's risk was raised from 2 to 4 after this card opened.",
  "This call was approved, and it has not run. What its preview had read has changed since. Look at the new preview.",
  "The grant that was given with that approval has ended too.",
  "Nothing has run: this card has changed. Who must approve it was changed after this card opened. Look at it again.",
  "Calls of wipe run without asking anybody, unless a policy asks or refuses. The risk of wipe goes down from 4 to 2.",
  "You have made or changed more within an hour than one person may. It goes on in 12 minutes.",
  "There are 100 servers of the app, the most there may be. Remove some first.",
  "An entry may have 16,000 characters. Longer ones stand in mcp.json.",
  "There are 200 rules of the app, the most there may be.",
])("W8: a card, a refusal, and the question before less oversight, is in German: %s", (text) => {
  const said = reword(german, text);
  expect(said).not.toBe(text);
  expect(said).not.toMatch(/\b(?:the|this|has|not|of)\b/i);
  expect(said.match(/\d|wipe/g)).toEqual(text.match(/\d|wipe/g));
});
