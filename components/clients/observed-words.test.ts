import { expect, test } from "vitest";
import { sayIn } from "#lib/words/say.ts";
import { english } from "#lib/words/speech.ts";
import { observedWords } from "./observed-words.ts";
import { clientWords } from "./words.en.ts";

const say = sayIn(english, clientWords);

const nothing = { answered: 0, notShown: 0, unclear: 0, links: 0, heldMs: 0, collected: 0 };

test("S0.56: what was observed of a client is said in plain words, and nothing of what was not", () => {
  expect(observedWords(say, nothing)).toEqual([]);
  expect(observedWords(say, { answered: 1, notShown: 3, unclear: 2, links: 1, heldMs: 48_200, collected: 4 })).toEqual([
    "It closed 3 questions within half a second: it does not show them.",
    "Its user answered one question in it, as it says.",
    "It gave no clear answer to 2 questions: nothing was run.",
    "It was sent one link to a card.",
    "It kept a call open for 48 seconds at most.",
    "It came back for 4 results.",
  ]);
  expect(observedWords(say, { ...nothing, heldMs: 290_000 })).toEqual(["It kept a call open for 5 minutes at most."]);
});
