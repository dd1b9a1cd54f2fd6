import fc from "fast-check";
import { expect, test } from "vitest";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import { roles } from "#lib/people/role.ts";
import { judge } from "#lib/policies/judge.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { risks } from "#lib/verdict/risk.ts";
import type { Counter } from "#lib/verdict/counter.ts";
import {
  celOf,
  conditionInWords,
  type FormCondition,
  kindComparedBy,
  operandOf,
  operatorsFor,
  type Operator,
} from "./form-condition.ts";
import { emptyForm, formOfText, problemsOf, type RuleForm, suggestedName, textOfForm } from "./rule-form.ts";
import { plainSentence } from "./plain-sentence.ts";
import { type FactName, facts, isFactName, type Subject } from "./subject.ts";

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
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom(...hostile),
);
const name = text.filter((each) => each !== "");
const number = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Number.isInteger(each)),
);
const argument = fc.oneof(fc.constantFrom("amount", "to", "note"), name);

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
    text,
    number: number.map((each) => (each === 0 ? 0 : each)),
    boolean: fc.boolean(),
    texts: fc.array(text, { minLength: 1, maxLength: 3 }),
    numbers: fc.array(
      number.map((each) => (each === 0 ? 0 : each)),
      { minLength: 1, maxLength: 3 },
    ),
  };
  return operands[operandOf(is)];
}

/** As a form offers it: a sum is a number, and a fact has its own kind. */
const condition: fc.Arbitrary<FormCondition> = subject
  .chain((of) => {
    const kind = of.kind === "argument" ? "unknown" : of.kind === "fact" ? facts[of.name].kind : "number";
    return fc.record({ of: fc.constant(of), is: fc.constantFrom(...operatorsFor(of, kind)) });
  })
  .chain(({ of, is }) => valueFor(is).map((value) => ({ of, is, value })))
  .filter((each) => (celOf(each) ?? "x".repeat(301)).length <= 300);

const form: fc.Arbitrary<RuleForm> = fc
  .record({
    id: name.filter((each) => each !== "rule-1"),
    server: text,
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
    conditions: fc.array(condition, { maxLength: 4 }),
    verdict: fc.constantFrom("allow" as const, "ask" as const, "deny" as const),
    hides: fc.boolean(),
    reason: text,
  })
  .map((made) => ({
    ...made,
    join: made.conditions.length < 2 ? ("all" as const) : made.join,
    hides: made.hides && made.verdict === "deny" && made.conditions.length === 0,
  }));

test("P50: a rule of the form, written and read again, is the same rule, whatever is typed into it", () => {
  fc.assert(
    fc.property(form, (made) => {
      const written = textOfForm(made);
      const read = formOfText(written);
      if (!("form" in read)) throw new Error(`${written}\n${JSON.stringify(read)}`);
      expect(read.form).toEqual(made);
      expect(textOfForm(read.form)).toBe(written);
      expect(plainSentence(read.rule)).not.toContain("args.");
    }),
    { numRuns: 200 },
  );
});

const undecided = Symbol("undecided");
type Known = boolean | typeof undecided;
type Given = { call: ReturnType<typeof callToJudge>; counts: (counter: Counter) => number };

/** What a subject is; undecided where there is none. */
function valueOf(of: Subject, { call, counts }: Given): JsonValue | typeof undecided {
  const under = (value: JsonValue | undefined, path: readonly string[]): JsonValue | typeof undecided => {
    const [first, ...rest] = path;
    if (first === undefined) return value === undefined ? undecided : value;
    return isJsonObject(value) && Object.hasOwn(value, first) ? under(value[first], rest) : undecided;
  };
  const counter = { server: null, tools: null };
  if (of.kind === "argument") return under(call.arguments, of.path);
  if (of.kind === "calls") return counts({ ...counter, sumOf: null, span: of.span });
  if (of.kind === "spent") {
    const own = under(call.arguments, [of.argument]);
    return typeof own === "number" ? own + counts({ ...counter, sumOf: of.argument, span: of.span }) : undecided;
  }
  const { server, tool, person, chat, caller, agents } = call;
  const known: { [Name in FactName]: JsonValue | undefined } = {
    "user.role": person.role,
    "user.email": person.email,
    "user.name": person.name,
    "user.id": person.id,
    "chat.caller": caller,
    "chat.agent": agents.at(-1) ?? "",
    "chat.agents": [...agents],
    "chat.id": chat.id,
    "server.trusted": server.trusted,
    "server.id": server.id,
    "tool.name": tool.name,
    "tool.risk": tool.risk,
    "tool.flag": tool.flag,
    "tool.annotations.readOnlyHint": tool.annotations.readOnlyHint,
    "tool.annotations.destructiveHint": tool.annotations.destructiveHint,
    "tool.annotations.idempotentHint": tool.annotations.idempotentHint,
    "tool.annotations.openWorldHint": tool.annotations.openWorldHint,
  };
  return known[of.name] ?? undecided;
}

/** What the words of a condition mean, told again in the simplest way. */
function meaning({ of, is, value }: FormCondition, given: Given): Known {
  if (is === "given" || is === "missing") {
    if (of.kind !== "argument") throw new Error("Only arguments are given.");
    const parents = of.path.slice(0, -1);
    const parent = parents.length === 0 ? given.call.arguments : valueOf({ kind: "argument", path: parents }, given);
    if (!isJsonObject(parent as JsonValue)) return undecided;
    return Object.hasOwn(parent as JsonObject, of.path.at(-1) ?? "") === (is === "given");
  }
  const there = valueOf(of, given);
  if (there === undecided) return undecided;
  const kind = kindComparedBy(is);
  if (kind === "list") {
    if (is === "longer-than") return Array.isArray(there) && there.length > Number(value);
    if (is === "no-longer-than") return Array.isArray(there) && there.length <= Number(value);
    if (!Array.isArray(there)) return undecided;
    if (there.includes(value as string)) return is === "has";
    return there.every((each) => typeof each === "string") ? is === "has-not" : undecided;
  }
  if (kind === "boolean") return typeof there === "boolean" ? there === value : undecided;
  if (kind === "number") {
    if (typeof there !== "number") return undecided;
    const wanted = value as number;
    if (is === "one-number-of") return (value as number[]).includes(there);
    if (is === "equals") return there === wanted;
    if (is === "differs") return there !== wanted;
    if (is === "over") return there > wanted;
    if (is === "at-least") return there >= wanted;
    return is === "under" ? there < wanted : there <= wanted;
  }
  if (typeof there !== "string") return undecided;
  const wanted = value as string;
  if (is === "one-of" || is === "none-of") return (value as string[]).includes(there) === (is === "one-of");
  if (is === "is" || is === "is-not") return (there === wanted) === (is === "is");
  if (is === "inside") return there.startsWith(wanted) && !there.includes("..");
  if (is.endsWith("starts-with")) return there.startsWith(wanted) === (is === "starts-with");
  if (is.endsWith("ends-with")) return there.endsWith(wanted) === (is === "ends-with");
  return there.includes(wanted) === (is === "contains");
}

/** Of several: one that decides is enough, whatever cannot be decided beside it. */
function meaningOfAll({ join, conditions }: RuleForm, given: Given): Known {
  const each = conditions.map((one) => meaning(one, given));
  const decisive = join === "any";
  if (each.length > 0 && each.includes(decisive)) return decisive;
  return each.includes(undecided) ? undecided : !decisive || each.length === 0;
}

/** Arguments like those that conditions name, so that comparisons are near. */
function argumentsFor(conditions: readonly FormCondition[]): fc.Arbitrary<JsonObject> {
  const some: fc.Arbitrary<JsonValue> = fc.oneof(
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(text, { maxLength: 3 }),
  );
  const near = conditions.flatMap(({ value }) => [value].flat());
  const nearby = near.flatMap((each): JsonValue[] => {
    if (each === null) return [];
    if (typeof each === "number") return [each, each + 1, each - 1, String(each), [String(each)]];
    return typeof each === "string"
      ? [each, `${each}x`, `x${each}`, `${each}..`, [each], [each, "b"], [each, 1]]
      : [each];
  });
  const value = nearby.length === 0 ? some : fc.oneof(some, fc.constantFrom(...nearby));
  const paths = conditions.flatMap(({ of }) =>
    of.kind === "argument" ? [of.path] : of.kind === "spent" ? [[of.argument]] : [],
  );
  const fields = paths.map((path) => fc.option(value, { nil: undefined }).map((there) => ({ path, there })));
  return fc.tuple(...fields).map((all) => {
    // No prototype: an argument may have any name.
    const made = Object.create(null) as JsonObject;
    for (const { path, there } of all) {
      const [first = "", second] = path;
      if (there === undefined) continue;
      if (second === undefined) made[first] = there;
      else made[first] = Object.assign(Object.create(null) as JsonObject, { [second]: there });
    }
    return made;
  });
}

test("P50: a rule that is half written is said to be so, and never is one about every tool", () => {
  expect(problemsOf({ ...emptyForm, tools: [""] })).toEqual([
    "Type the name or the pattern of the tool.",
    "Give the rule a name.",
  ]);
  const of = { kind: "argument", path: ["amount"] } as const;
  const incomplete: FormCondition[] = [
    { of, is: "over", value: null },
    { of, is: "over", value: "5" },
    { of, is: "equals", value: 2 ** 60 },
    { of, is: "over", value: Infinity },
    { of, is: "is", value: "\uD800" },
    { of, is: "one-of", value: [] },
    { of: { kind: "argument", path: ["customer", ""] }, is: "given", value: null },
    { of: { kind: "argument", path: ["a b", "c"] }, is: "given", value: null },
  ];
  for (const condition of incomplete) {
    expect(problemsOf({ ...emptyForm, id: "a", conditions: [condition] })).toEqual(["Condition 1 is not complete."]);
  }
  expect(suggestedName({ ...emptyForm, server: "shop", tools: ["Send_*"], verdict: "deny" })).toBe("refuse-send_");
});

test("P50: a text that the form has no words for stays a text, and why is said", () => {
  const whyNot = (text: string) => {
    const read = formOfText(`id: a\n${text}\nthen: ask`);
    return "whyNot" in read ? read.whyNot : read;
  };
  const noWords = /^The form has no words for this condition/;
  for (const when of [
    "args.a * 2 > 5",
    "size(args.a) > 5",
    "args.a == args.b",
    "args.a == 100.0",
    "args.a > 9007199254740993",
    "args == {'a': 1}",
    "args.a > 5 // not always",
    "args.a.exists(x, x == 'b')",
    "type(args.a) == list && size(args.b) > 5",
    "args.a.startsWith('x') && !args.a.contains('...') || args.b > 1",
    "5 < args.a",
    "calls('day') + args.a <= 5",
  ]) {
    expect(whyNot(`when: ${JSON.stringify(when)}`), when).toMatch(noWords);
  }
  expect(whyNot("when: { any: [args.a > 1, { all: [args.b > 1, args.c > 1] }] }")).toMatch(
    /^Its conditions are joined/,
  );
  expect(whyNot("# a comment\nserver: shop")).toMatch(/^It has comments/);
  expect(whyNot("reason: 'one # none'")).toHaveProperty("form.reason", "one # none");
  expect(whyNot("when: args.a > 1 && args.b == 'x' && has(args.c)")).toMatchObject({
    form: { join: "all", conditions: [{ is: "over" }, { is: "is" }, { is: "given" }] },
  });
  expect(whyNot("when: \"args.path.startsWith('a/') && !args.path.contains('..')\"")).toMatchObject({
    form: { conditions: [{ is: "inside", value: "a/" }] },
  });
  expect(formOfText("id: a\nthen: maybe")).toHaveProperty("problems");
});

test("P51: what the judge decides of a rule of the form is what its words mean, on any call", async () => {
  const judged = form.map((made): RuleForm => ({
    ...emptyForm,
    id: "made",
    join: made.join,
    conditions: made.conditions,
    verdict: made.verdict,
  }));
  await fc.assert(
    fc.asyncProperty(
      judged.chain((made) => argumentsFor(made.conditions).map((args) => ({ made, args }))),
      fc.record({
        trusted: fc.boolean(),
        role: fc.constantFrom(...roles),
        agents: fc.constantFrom([], ["mail"], ["mail", "search"]),
        count: fc.integer({ min: 0, max: 20 }),
        annotations: fc.constantFrom({}, { readOnlyHint: true }),
      }),
      async ({ made, args }, { trusted, role, agents, count, annotations }) => {
        const read = formOfText(textOfForm(made));
        if (!("rule" in read)) throw new Error(JSON.stringify(read));
        const call = callToJudge({
          arguments: JSON.parse(JSON.stringify(args)) as JsonObject,
          server: { trusted },
          tool: { annotations },
          person: { role, email: role === "member" ? null : "ana@example.com" },
          agents,
        });
        const counts = () => count;
        const verdict = await judge(toolApprovalPolicy.rules([read.rule]), call, { counts });
        const holds = meaningOfAll(made, { call, counts });
        const isByRule = verdict.ruleId === "rule:made";
        const told = isByRule ? (verdict.metadata["problem"] === undefined ? true : undecided) : false;
        expect({ words: plainSentence(read.rule), told }).toEqual({ words: plainSentence(read.rule), told: holds });
        if (told === true) expect(verdict.verdict).toBe(made.verdict);
        if (told === undecided) expect(verdict.verdict).toBe("ask");
      },
    ),
    { numRuns: 300 },
  );
});

const everything: JsonValue[] = [
  1,
  2,
  3,
  2.5,
  "a",
  "ab",
  "b/a",
  "a/..",
  true,
  false,
  null,
  [],
  ["a"],
  ["a", "b"],
  ["a", 1],
  {},
];

test.each<[Operator, FormCondition["value"], holds: JsonValue[], not: JsonValue[]]>([
  ["is", "a", ["a"], ["ab", "b/a", "a/.."]],
  ["is-not", "a", ["ab", "b/a", "a/.."], ["a"]],
  ["one-of", ["a", "ab"], ["a", "ab"], ["b/a", "a/.."]],
  ["none-of", ["a", "ab"], ["b/a", "a/.."], ["a", "ab"]],
  ["starts-with", "a", ["a", "ab", "a/.."], ["b/a"]],
  ["not-starts-with", "a", ["b/a"], ["a", "ab", "a/.."]],
  ["inside", "a", ["a", "ab"], ["b/a", "a/.."]],
  ["ends-with", "a", ["a", "b/a"], ["ab", "a/.."]],
  ["not-ends-with", "a", ["ab", "a/.."], ["a", "b/a"]],
  ["contains", "/", ["b/a", "a/.."], ["a", "ab"]],
  ["not-contains", "/", ["a", "ab"], ["b/a", "a/.."]],
  ["over", 2, [3, 2.5], [1, 2]],
  ["at-least", 2, [2, 3, 2.5], [1]],
  ["under", 2, [1], [2, 3, 2.5]],
  ["at-most", 2, [1, 2], [3, 2.5]],
  ["equals", 2, [2], [1, 3, 2.5]],
  ["differs", 2, [1, 3, 2.5], [2]],
  ["one-number-of", [1, 2.5], [1, 2.5], [2, 3]],
  ["truth", true, [true], [false]],
  ["has", "b", [["a", "b"]], [[], ["a"]]],
  ["has-not", "b", [[], ["a"]], [["a", "b"]]],
  [
    "longer-than",
    1,
    [
      ["a", "b"],
      ["a", 1],
    ],
    [1, "ab", true, null, [], ["a"], {}],
  ],
  ["no-longer-than", 1, [[], ["a"]], [1, "ab", true, null, ["a", "b"], ["a", 1], {}]],
  ["given", null, everything, []],
  ["missing", null, [], everything],
])("P51: %s %j is true, false and not decided of the right values", async (is, value, holds, not) => {
  const condition: FormCondition = { of: { kind: "argument", path: ["x"] }, is, value };
  const read = formOfText(textOfForm({ ...emptyForm, id: "made", verdict: "deny", conditions: [condition] }));
  if (!("rule" in read)) throw new Error(JSON.stringify(read));
  const same = (one: JsonValue) => (other: JsonValue) => JSON.stringify(one) === JSON.stringify(other);
  for (const x of everything) {
    const { verdict, ruleId } = await judge(toolApprovalPolicy.rules([read.rule]), callToJudge({ arguments: { x } }));
    const isTold = holds.some(same(x)) || not.some(same(x)) || ["longer-than", "no-longer-than"].includes(is);
    const expected = holds.some(same(x)) ? "deny" : isTold ? "none" : "undecided";
    const told = verdict === "deny" ? "deny" : ruleId === "rule:made" ? "undecided" : "none";
    expect({ x, told }).toEqual({ x, told: expected });
    expect(meaning(condition, { call: callToJudge({ arguments: { x } }), counts: () => 0 })).toBe(
      { deny: true, none: false, undecided }[expected],
    );
  }
});

test("P51: two conditions of different meaning are never said in the same words", () => {
  fc.assert(
    fc.property(condition, condition, (one, other) => {
      if (conditionInWords(one) === conditionInWords(other)) expect(celOf(one)).toBe(celOf(other));
    }),
    { numRuns: 300 },
  );
  const say = (is: Operator, value: FormCondition["value"], path = ["note"]) =>
    conditionInWords({ of: { kind: "argument", path }, is, value });
  expect(say("is", "EUR” or amount is over “5")).toBe('note is "EUR” or amount is over “5"');
  expect(say("one-of", ["a", "b” or “c"])).toBe('note is one of “a” or "b” or “c"');
  expect(say("over", 5, ["amount is under 5 or amount"])).toBe("“amount is under 5 or amount” is over 5");
  expect(say("over", 1, ["a.b", "c"])).not.toBe(say("over", 1, ["a", "b.c"]));
});
