import { expect, test } from "vitest";
import type { SelfTestRun } from "#lib/chat/self-test-run.ts";
import { sayIn } from "#lib/words/say.ts";
import { english } from "#lib/words/speech.ts";
import { selfTestWords } from "./self-test-words.ts";
import { clientWords } from "./words.en.ts";

const run: SelfTestRun = {
  id: "1",
  at: 1,
  askedBy: null,
  approved: true,
  endedIn: "app",
  seconds: 9,
  heldSeconds: 7.46,
  handedOver: true,
};

test("S0.68: a self-test is told in words: by which way its client was asked, who answered, how long it was held", () => {
  const said = (more: Partial<SelfTestRun>) => selfTestWords(sayIn(english, clientWords), { ...run, ...more });
  expect(said({})).toBe(
    "The client was not asked. Approved in Countersign after 9 s. The call was held open for 7.5 s. The client has the result.",
  );
  expect(said({ askedBy: "form", endedIn: "client", heldSeconds: 0.02 })).toBe(
    "The client was asked by form. Approved in the client after 9 s. The client has the result.",
  );
  expect(said({ askedBy: "link", approved: false, handedOver: false })).toBe(
    "The client was sent a link to the card. Declined in Countersign after 9 s. The call was held open for 7.5 s. The client has not come back for the result.",
  );
  expect(said({ askedBy: "form", endedIn: "nobody", approved: false })).toBe(
    "The client was asked by form. Nobody answered: it gave up, or could not ask, after 9 s. The call was held open for 7.5 s.",
  );
  expect(said({ askedBy: "form", endedIn: null, seconds: null })).toBe(
    "The client was asked by form. The question is open: answer it in the client, or in the inbox.",
  );
  expect(said({ endedIn: null, seconds: null })).toContain("The question is open: answer it in the inbox.");
});
