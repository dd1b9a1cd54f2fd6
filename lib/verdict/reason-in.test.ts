import { expect, test } from "vitest";
import { saidInEnglish } from "#lib/words/reword.ts";
import type { Speech } from "#lib/words/speech.ts";
import { reasonIn } from "./reason-in.ts";

test("W3, W8: a reason of ours is worded anew, and that of a rule stays as its owner wrote it", () => {
  const reason = "A trusted server says that this tool only reads.";
  const german: Speech = { language: "de", texts: { [saidInEnglish]: { [reason]: "Es liest nur." } } };
  expect(reasonIn(german, { ruleId: "annotated:read-only", reason })).toBe("Es liest nur.");
  expect(reasonIn(german, { ruleId: "rule:mine", reason })).toBe(reason);
});
