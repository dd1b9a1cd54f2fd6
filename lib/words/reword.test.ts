import { expect, test } from "vitest";
import { reword, saidInEnglish } from "./reword.ts";
import { english, type Speech } from "./speech.ts";

const german: Speech = {
  language: "de",
  texts: {
    [saidInEnglish]: {
      "Sign in first.": "Melden Sie sich zuerst an.",
      "The risk of {tool} goes from {from} to {to}.": "Das Risiko von {tool} geht von {from} auf {to}.",
      "It said: {words}": "Er sagte: {words}",
      "Calls of {tool} may be answered by {saidWho}.": "Aufrufe von {tool} beantwortet {saidWho}.",
      "It asks for a reason.": "Es fragt aus einem Grund.",
      "It asks for a reason. {why} Look again.": "Es fragt aus einem Grund. {why} Sehen Sie nach.",
      "…nobody": "niemand",
      "…{count} people": "{count} Personen",
    },
  },
};

test.each([
  ["Sign in first.", "Melden Sie sich zuerst an."],
  ["The risk of wipe goes from 2 to 4.", "Das Risiko von wipe geht von 2 auf 4."],
  // Each sentence of several.
  [
    "The risk of wipe goes from 2 to 4. Sign in first.",
    "Das Risiko von wipe geht von 2 auf 4. Melden Sie sich zuerst an.",
  ],
  // What stands at the end may be sentences itself.
  ["Sign in first. It said: Wrong. Look at line 3.", "Melden Sie sich zuerst an. Er sagte: Wrong. Look at line 3."],
  // Where one of its sentences is nobody's, the whole may be one.
  ["It asks for a reason. Ana said so. Look again.", "Es fragt aus einem Grund. Ana said so. Sehen Sie nach."],
  // Half of it would be no help.
  ["Sign in first. Then look.", "Sign in first. Then look."],
  ["Nobody knows this one.", "Nobody knows this one."],
  // What stands in it is data, whatever it looks like.
  ["The risk of {from} <b>'{x}' goes from 2 to 4.", "Das Risiko von {from} <b>'{x}' geht von 2 auf 4."],
  // A name that reads like the sentence around it changes none of what follows.
  ["The risk of a goes from 5 to 1 goes from 2 to 4.", "Das Risiko von a goes from 5 to 1 geht von 2 auf 4."],
  ["The risk of  goes from 2 to 4.", "The risk of  goes from 2 to 4."],
  ["The risk of {tool} goes from {from} to {to}.", "Das Risiko von {tool} geht von {from} auf {to}."],
  ["constructor", "constructor"],
  // A part of a sentence is known where the sentence says so, and nowhere else.
  ["Calls of nobody may be answered by nobody.", "Aufrufe von nobody beantwortet niemand."],
  ["Calls of wipe may be answered by 2 people.", "Aufrufe von wipe beantwortet 2 Personen."],
  ["Calls of wipe may be answered by Ana.", "Aufrufe von wipe beantwortet Ana."],
  ["nobody", "nobody"],
])("W8: what the server said in English is said in the reader's language: %s", (text, said) => {
  expect(reword(german, text)).toBe(said);
  expect(reword(english, text)).toBe(text);
});
