import { type PartIn, reword, rewordPart } from "#lib/words/reword.ts";
import type { Speech } from "#lib/words/speech.ts";
import { ruleWordsIn } from "./rule-words-in.ts";

/**
 * What the gate tells the model of a call that gave no result, in the reader's language: the reason of a rule too. Words
 * of people and servers in it stay as they are.
 */
export function outcomeWordsIn(speech: Speech, text: string): string {
  return reword(speech, text, partIn);
}

const partIn: PartIn = (speech, part) => {
  const known = [rewordPart(speech, part), reword(speech, part)].find((said) => said !== part);
  return known ?? ruleWordsIn(speech, part);
};
