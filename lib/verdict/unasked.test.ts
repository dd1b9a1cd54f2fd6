import { expect, test } from "vitest";
import { unaskedWords } from "./unasked.ts";

test("CARD: a call that ran without asking says why, and names a rule as one", () => {
  const reason = "A trusted server says that this tool only reads.";
  expect(unaskedWords({ ruleId: "annotated:read-only", reason })).toBe(`Ran without asking. ${reason}`);
  const rule = { ruleId: "rule:reads", reason: "Calls of get_* run without asking." };
  expect(unaskedWords(rule)).toBe("Ran without asking. Rule: Calls of get_* run without asking.");
});
