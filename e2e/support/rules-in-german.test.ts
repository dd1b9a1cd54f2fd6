import fc from "fast-check";
import { expect, test } from "vitest";
import { roles } from "#lib/people/role.ts";
import { rewordingsBetween, inConfirmedWords, wordsOfAdmins } from "#lib/policies/confirmed-words.ts";
import { rulesOfToolLists } from "#lib/policies/changes/tool-lists.ts";
import { savingLoosens } from "#lib/policies/changes/saving-loosens.ts";
import { parseCondition } from "#lib/policies/conditions/condition.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import { rulesOf } from "#lib/policies/parts-of-policy.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { reasonIn, ruleWordsIn } from "#lib/policies/rule-words-in.ts";
import { reasonOf, sentenceOfRule } from "#lib/policies/sentence-of-rule.ts";
import { english } from "#lib/words/speech.ts";
import { reword } from "#lib/words/reword.ts";
import { risks } from "#lib/verdict/risk.ts";
import { german } from "../../app/catalogues.ts";
import { arbitraryText } from "./arbitrary-form.ts";

const expressions = [
  "args.amount > 100",
  "args.to == 'a and b' || args.then == ' when its risk is 1 and the role is owner'",
  "args.note == ', and the model is not shown what they would call' && 'ask' in args.list",
].map((source) => {
  const condition = parseCondition(source);
  if ("problem" in condition) throw new Error(condition.problem);
  return condition;
});

const name = fc.oneof(
  fc.constantFrom("pay", "send_*", "ask", "or", "on", "a and b", "x or y", "3 more", "gateway:Tom and Jerry", "", "."),
  arbitraryText,
);
const names = fc.option(fc.array(name, { minLength: 1, maxLength: 8 }));
const flag = fc.boolean();

const arbitraryRule: fc.Arbitrary<Rule> = fc.record({
  id: fc.constant("r"),
  verdict: fc.constantFrom("allow", "ask", "deny"),
  server: fc.option(name),
  tools: names,
  annotations: fc.record({ readOnlyHint: flag, openWorldHint: flag }, { requiredKeys: [] }),
  risks: fc.option(fc.subarray([...risks], { minLength: 1 })),
  callers: names,
  users: names,
  roles: fc.option(fc.subarray([...roles], { minLength: 1 })),
  when: fc.option(fc.constantFrom(...expressions)),
  hides: flag,
  reason: fc.constant(null),
});

test("W8: the sentence made of a rule's parts is found by its words, and each name and condition stays as it is", () => {
  fc.assert(
    fc.property(arbitraryRule, (rule) => {
      expect(ruleWordsIn(german, sentenceOfRule(rule))).toBe(sentenceOfRule(rule, german));
      expect(ruleWordsIn(english, sentenceOfRule(rule))).toBe(sentenceOfRule(rule));
    }),
  );
});

test.each([
  "A trusted server says that this tool only reads.",
  "Sign in first.",
  "Pay or wait",
  "Calls of the shop ask.",
  "Calls of pay ask us when they can",
  "Calls of pay ask. Be careful.",
  "All calls matter.",
])("W3, W8: the reason of a rule stays as its owner wrote it: %s", (reason) => {
  expect(reasonIn(german, { ruleId: "rule:mine", reason })).toBe(reason);
});

test("W8: a reason that is no rule's is found by its words", () => {
  const reason = "A trusted server says that this tool only reads.";
  expect(reasonIn(german, { ruleId: "annotated:read-only", reason })).toBe(
    "Ein Server, dem vertraut wird, sagt, dass dieses Werkzeug nur liest.",
  );
});

function policyOf(text: string) {
  const read = parsePolicyFile(text);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.policy;
}

const former = policyOf("rules:\n  - { id: big, tool: pay, then: ask }");
const unconfirmed = ["allow", "ask", "deny"].map((then) =>
  policyOf(`rules:\n  - { id: n, tool: sell, then: ${then} }`),
);
const tool = { name: "wipe", flag: "inherit", annotations: {}, risk: 1 } as const;
const lists = { writeToolNames: ["wipe"], deniedToolNames: ["wipe"], dryRunToolNames: [], denyWriteChannels: ["chat"] };

test.each([
  ...(["allow", "ask", "deny"] as const).map(wordsOfAdmins),
  ...unconfirmed.flatMap((policy) => rulesOf(inConfirmedWords(policy, former))).map((rule) => reasonOf(rule, { tool })),
  ...rulesOf(inConfirmedWords(policyOf("rules:\n  - { id: big, tool: sell, then: ask }"), former)).map((rule) =>
    reasonOf(rule, { tool }),
  ),
  ...rulesOfToolLists(lists).map((rule) => reasonOf(rule, { tool })),
  "“wipe” cannot be decided on these arguments, so a person is asked.",
  "wipe was switched off on the tools page.",
  "Approved as it is again and again.",
])("W8: a reason that the app gave a rule is in German: %s", (reason) => {
  const said = reasonIn(german, { ruleId: "rule:mine", reason });
  expect(said).not.toMatch(/\b(?:the|this|ask|calls|of|that|are)\b/i);
  expect(said.match(/wipe|pay|policy\.yaml/g)).toEqual(reason.match(/wipe|pay|policy\.yaml/g));
});

test.each([
  [
    'The rule "web-runs" counts for this server: Calls of look on web run without asking.',
    "Die Regel „web-runs“ gilt für diesen Server: Aufrufe von look auf web laufen ohne Frage.",
  ],
  [
    savingLoosens({ verdict: "allow", words: "All calls run without asking when its risk is 1 or 2." }) ?? "",
    "Die Regel lässt Aufrufe laufen, zu denen niemand gefragt wird: Alle Aufrufe laufen ohne Frage, wenn gilt: das Risiko ist 1 oder 2.",
  ],
  [
    rewordingsBetween(former, policyOf("rules:\n  - { id: new, tool: wipe, then: deny, hide: true }"))[0] ?? "",
    "Die Regel „new“ ist neu. Karten sagen dann: „Aufrufe von wipe werden verweigert, und das Modell sieht nicht, was sie aufrufen würden.“",
  ],
  [
    rewordingsBetween(former, policyOf("rules:\n  - { id: other, tool: pay, then: ask, reason: Pay ask. }"))[0] ?? "",
    "Die Regel „big“ heißt dann „other“. Karten sagen dann zur Regel „other“: „Pay ask.“",
  ],
])("W8: what a rule says is in German within other sentences: %s", (text, said) => {
  expect(reword(german, text, ruleWordsIn)).toBe(said);
});
