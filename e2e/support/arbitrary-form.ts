import fc from "fast-check";
import { roles } from "#lib/people/role.ts";
import {
  celOf,
  type FormCondition,
  operandOf,
  operatorsFor,
  type Operator,
} from "#lib/policies/drafts/form-condition.ts";
import type { RuleForm } from "#lib/policies/drafts/rule-form.ts";
import { facts, isFactName, type Subject } from "#lib/policies/drafts/subject.ts";
import { problemOfKey } from "#lib/untrusted/refuse-unsafe-json.ts";
import { risks } from "#lib/verdict/risk.ts";

const hostile = [
  '" || true || "',
  "') || true //",
  "x // y",
  "# not a comment",
  "- a: b",
  "{{toolName}}",
  "*",
  "~",
  "null",
  "true",
  "1e3",
  "0x1f",
  "a\nthen: allow",
  "\\",
  '\\\\"',
  "${x}",
  "\u202Egpj.exe",
  "\u200B",
  "\u0000",
  "\u001F",
  "\u0085",
  "\u2028",
  "\uFEFFa",
  "\u007F",
  "👩‍👩‍👧",
  "constructor",
  "__proto__",
  "in",
  "a.b",
  " lead",
  "trail ",
  "'",
  "!!str x",
  "&a",
  "” or amount is over “5",
];
/** Also what might break out of YAML, of a condition or of a sentence. */
export const arbitraryText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom(...hostile),
);
const name = arbitraryText.filter((each) => each !== "");
export const arbitraryNumber = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Number.isInteger(each)),
);
// Arguments of some names never reach a judge.
const argument = fc.oneof(fc.constantFrom("amount", "to", "note"), name).filter((each) => problemOfKey(each) === null);

const subject: fc.Arbitrary<Subject> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(argument, { minLength: 1, maxLength: 2 }).map((path) => ({ kind: "argument" as const, path })),
  },
  fc.constantFrom(...Object.keys(facts).filter(isFactName)).map((fact) => ({ kind: "fact" as const, name: fact })),
  fc.constantFrom("day" as const, "chat" as const).map((span) => ({ kind: "calls" as const, span })),
  fc.record({ kind: fc.constant("spent" as const), argument, span: fc.constantFrom("day" as const, "chat" as const) }),
);

function valueFor(is: Operator): fc.Arbitrary<FormCondition["value"]> {
  const operands = {
    none: fc.constant(null),
    text: arbitraryText,
    number: arbitraryNumber.map((each) => (each === 0 ? 0 : each)),
    boolean: fc.boolean(),
    texts: fc.array(arbitraryText, { minLength: 1, maxLength: 3 }),
    numbers: fc.array(
      arbitraryNumber.map((each) => (each === 0 ? 0 : each)),
      { minLength: 1, maxLength: 3 },
    ),
  };
  return operands[operandOf(is)];
}

/** As a form offers it: a sum is a number, and a fact has its own kind. */
export const arbitraryCondition: fc.Arbitrary<FormCondition> = subject
  .chain((of) => {
    const kind = of.kind === "argument" ? "unknown" : of.kind === "fact" ? facts[of.name].kind : "number";
    return fc.record({ of: fc.constant(of), is: fc.constantFrom(...operatorsFor(of, kind)) });
  })
  .chain(({ of, is }) => valueFor(is).map((value) => ({ of, is, value })))
  .filter((each) => (celOf(each) ?? "x".repeat(301)).length <= 300);

/** A whole rule, with whatever may be typed into it. */
export const arbitraryForm: fc.Arbitrary<RuleForm> = fc
  .record({
    id: name.filter((each) => each !== "rule-1"),
    server: arbitraryText,
    tools: fc.array(name, { maxLength: 3 }),
    annotations: fc.constantFrom({}, { destructiveHint: true }, { readOnlyHint: false, openWorldHint: true }),
    risks: fc.subarray([...risks]),
    callers: fc.array(
      fc.oneof(
        fc.constantFrom("chat", "agent:*", "*"),
        name.map((each) => `gateway:${each}`),
      ),
      {
        maxLength: 2,
      },
    ),
    users: fc.array(name, { maxLength: 2 }),
    roles: fc.subarray([...roles]),
    join: fc.constantFrom("all" as const, "any" as const),
    conditions: fc.array(arbitraryCondition, { maxLength: 4 }),
    verdict: fc.constantFrom("allow" as const, "ask" as const, "deny" as const),
    hides: fc.boolean(),
    reason: arbitraryText,
  })
  .map((made) => ({
    ...made,
    join: made.conditions.length < 2 ? ("all" as const) : made.join,
    hides: made.hides && made.verdict === "deny" && made.conditions.length === 0,
  }));
