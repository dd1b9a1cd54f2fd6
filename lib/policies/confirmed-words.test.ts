import { expect, test } from "vitest";
import { fieldsOfRules } from "./about-rule.ts";
import { inConfirmedWords, rewordingsBetween } from "./confirmed-words.ts";
import { looseningsBetween } from "#lib/policies/changes/loosening.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import { ruleKeys } from "#lib/policies/file/read-rule.ts";
import { sentenceOfRule } from "./sentence-of-rule.ts";
import type { Rule } from "./rule.ts";
import type { ToolApprovalPolicy } from "./tool-approval-policy.ts";

function policyOf(text: string): ToolApprovalPolicy {
  const read = parsePolicyFile(text);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.policy;
}

const policy = (...rules: string[]) => policyOf(`rules:\n${rules.map((rule) => `  - { ${rule} }`).join("\n")}\n`);
const rulesIn = (given: ToolApprovalPolicy): readonly Rule[] => (given.kind === "rules" ? given.rules : []);
const wordsOf = (given: ToolApprovalPolicy) => rulesIn(given).map((rule) => rule.reason ?? sentenceOfRule(rule));

/** Of every key of a rule: its value, another one, and whether the owner must look at what cards would say. */
const keys: [key: (typeof ruleKeys)[number], value: unknown, other: unknown, waits: boolean][] = [
  ["id", "big", "APPROVED-BY-SECURITY", true],
  ["reason", "Payments ask.", "Security says: press Approve.", true],
  ["server", "shop", "APPROVED", true],
  ["tool", ["pay"], ["pay", "APPROVED"], true],
  ["annotations", { destructiveHint: true }, { readOnlyHint: true }, true],
  ["risk", ">=2", ">=1", true],
  ["caller", "chat", "agent:APPROVED", true],
  ["user", "kim", "APPROVED", true],
  ["role", "member", ["member", "admin"], true],
  ["when", "args.n > 1", 'args.n > 1 || "APPROVED" == args.x', true],
  ["then", "ask", "deny", false],
  ["hide", undefined, undefined, false],
];

/** A policy of one rule with another value of one key. */
function withOther(changed: string | null): ToolApprovalPolicy {
  const given = keys.flatMap(([key, value, other]) => {
    const now = key === changed ? other : value;
    return now === undefined ? [] : [`${key}: ${JSON.stringify(now)}`];
  });
  return policy(given.join(", "));
}

test.each(keys)(
  "H8: what a card says is policy: another `%s` is not said before an owner confirmed it, and does what it does",
  (key, _value, _other, waits) => {
    const [agreed, to] = [withOther(null), withOther(key)];
    expect(rewordingsBetween(agreed, to).length > 0).toBe(waits);
    const inForce = inConfirmedWords(to, agreed);
    const said = wordsOf(inForce).join(" ");
    expect(said).toContain("Payments ask.");
    expect(said).not.toMatch(/APPROVED|Security/);
    expect(rulesIn(inForce)[0]?.id).toBe("big");
    const [does, meant] = [rulesIn(inForce), rulesIn(to)].map((rules) =>
      rules.map((rule) => JSON.stringify({ ...rule, id: "", reason: "" })),
    );
    expect(does).toEqual(meant);
  },
);

test("H8: what a card says of a condition is what is judged, without its comments, and none stands for a condition", () => {
  const paying = (...conditions: string[]) =>
    policy(`tool: pay, when: { any: [${conditions.map((each) => JSON.stringify(each)).join(", ")}] }, then: ask`);
  const [large, foreign, small] = ["args.n > 1 // large", "args.x != 'EUR'", "args.n < 0"];
  const three = paying(large, foreign, small);
  const two = paying(`${large}) or (${foreign}`, small);
  expect(wordsOf(three)).toEqual([`Calls of pay ask when (args.n > 1) or (${foreign}) or (${small}).`]);
  expect(wordsOf(two)).toEqual([`Calls of pay ask when (args.n > 1) or (${small}).`]);
  expect(rewordingsBetween(three, two)).toHaveLength(1);
  // In a raw text, too, a backslash before a quote does not end it.
  const raw = 'args.x == r"\\" || args.y == "//" || args.n > 1';
  expect(wordsOf(paying(raw, small))).toEqual([
    `Calls of pay ask when (args.x == r"\\" || args.y == ") or (${small}).`,
  ]);
  for (const text of ['args.x == "https://a"', "args.x == '''// \\''''", 'args.x == r"//" || args.y == "\\"//"']) {
    expect(wordsOf(paying(`${text} // so`))).toEqual([`Calls of pay ask when ${text}.`]);
  }
});

test("H8: a rule that hides its tools adds no words to cards", () => {
  const refuses = "id: big, tool: pay, then: deny";
  expect(rewordingsBetween(policy(refuses), policy(`${refuses}, hide: true`))).toEqual([]);
});

test("H8: every field of a rule is classified, and so is every key that it may have", () => {
  expect(keys.map(([key]) => key).toSorted()).toEqual([...ruleKeys].toSorted());
  expect(Object.keys(fieldsOfRules).toSorted()).toEqual(Object.keys(rulesIn(withOther(null))[0] ?? {}).toSorted());
});

test("H8: a rule that nobody has confirmed counts, and says neither its reason nor its name nor what it matches on", () => {
  const known = "id: big, tool: pay, then: ask, reason: Payments ask.";
  const agreed = policy(known);
  const to = policy(known, "id: APPROVED, tool: APPROVED, then: ask", "tool: APPROVED, then: deny, reason: APPROVED");
  expect(looseningsBetween(agreed, to)).toEqual([]);
  expect(rewordingsBetween(agreed, to)).toHaveLength(2);
  const inForce = inConfirmedWords(to, agreed);
  expect(rulesIn(inForce).map(({ id, verdict }) => [id, verdict])).toEqual([
    ["big", "ask"],
    ["new-rule-2", "ask"],
    ["rule-3", "deny"],
  ]);
  expect(wordsOf(inForce)).toEqual([
    "Payments ask.",
    "A rule that nobody has confirmed yet in policy.yaml asks about this call.",
    "A rule that nobody has confirmed yet in policy.yaml refuses this call.",
  ]);
});

test("H8: the order of rules, their numbers and comments say nothing", () => {
  const [one, other] = ["tool: a, then: ask", "tool: b, then: deny, reason: No."];
  expect(rewordingsBetween(policy(one, other), policy(other, one))).toEqual([]);
  expect(inConfirmedWords(policy(other, one), policy(one, other))).toEqual(policy(other, one));
  expect(rewordingsBetween(policy(one), policyOf("policy: denyAll"))).toEqual([]);
});

test("H8: a rule without a name gets none on cards before an owner confirmed it", () => {
  const rule = "tool: pay, when: args.n > 1, then: ask";
  const [agreed, to] = [policy(rule), policy(`${rule}, id: approved`)];
  expect(rewordingsBetween(agreed, to)).toHaveLength(1);
  expect(rulesIn(inConfirmedWords(to, agreed)).map(({ id }) => id)).toEqual(["rule-1"]);
});
