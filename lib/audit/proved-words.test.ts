import { expect, test } from "vitest";
import { sayIn } from "#lib/words/say.ts";
import { english } from "#lib/words/speech.ts";
import type { Proved } from "#lib/approvals/proof.ts";
import { provedWords } from "./proved-words.ts";
import { trailWords } from "./words.en.ts";
import { wordsOf } from "./words.ts";

test("H15: how somebody had proved who they are is said in words", () => {
  const words = (proved: Proved) => provedWords(proved, sayIn(english, trailWords));
  expect(words({ by: "password", agoMs: 59_999 })).toBe("proved with a password just before");
  expect(words({ by: "oidc", agoMs: 60_000 })).toBe("proved through the organisation's sign-in 1 minute before");
  expect(words({ by: "link", agoMs: 49 * 60 * 60_000 })).toBe("proved by a link of the console 2 days before");
  expect(words({ by: "first-visit", agoMs: 1 })).toBe("in the browser that opened the app first, just before");
  expect(words({ by: "reset", agoMs: null })).toContain("at a time that is not known");
  expect(words({ by: "key", agoMs: null })).toBe("proved with an API key");
  expect(words({ by: null, agoMs: null })).toBe("proved in a way that is not on record");
});

test("P42: who asked about a card of another person, or gave it more time, stands in the words of the trail", () => {
  expect(wordsOf("explanation-asked", {})).toBe("The assistant was asked about it, before an answer");
  expect(wordsOf("explanation-asked", { by: "ana", name: "Ana" })).toBe(
    "The assistant was asked about it by Ana, before an answer",
  );
  expect(wordsOf("approval-extended", { expiresAt: 1, extensions: 1, by: "ana", name: "Ana" })).toBe(
    "Given more time by Ana, for the 1st time",
  );
  // Earlier releases kept no name.
  expect(wordsOf("approval-extended", { expiresAt: 1, extensions: 2, by: "ana" })).toBe(
    "Given more time by somebody else, for the 2nd time",
  );
});

test("H15: a sign-in says how, and what the organisation said of when", () => {
  expect(wordsOf("signed-in", { by: "passkey" })).toBe("Signed in with a password and a passkey");
  expect(wordsOf("signed-in", { by: "oidc", agoMs: 120_000 })).toBe(
    "Signed in through the organisation's sign-in, which had asked who they are 2 minutes before",
  );
  expect(wordsOf("signed-in", { by: "oidc", agoMs: null })).toBe("Signed in through the organisation's sign-in");
});
