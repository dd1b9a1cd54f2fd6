import { expect, test } from "vitest";
import { outcomeWordsIn } from "#lib/policies/outcome-words-in.ts";
import { rewordPart } from "#lib/words/reword.ts";
import { german } from "../../app/catalogues.ts";
import { madeSentences } from "./made-sentences.ts";

/** Words that only English has. */
const english = /\b(?:the|this|has|not|of|is|and|or|must|it|its|for|with)\b/i;
/** Words of the file, and what stands in quotes, are data. */
const data = /"[^"]*"|`[^`]*`|“[^”]*”|„[^“]*“|\(?countersign:.*$|\{.*\}/g;

test("W8: what is put together of several texts is in German as a whole", () => {
  const whole = madeSentences.filter((text) => /^(?:\p{Lu}|mcp\.json|policy\.yaml).*[.”]$/su.test(text));
  const left = whole
    .map((text) => {
      const said = [outcomeWordsIn(german, text), rewordPart(german, text)].find((each) => each !== text);
      return [text, said ?? text] as const;
    })
    .filter(([text, said]) => said === text || english.test(said.replaceAll(data, "")));
  expect(left).toEqual([]);
});
