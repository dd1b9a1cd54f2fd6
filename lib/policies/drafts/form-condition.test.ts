import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryCondition, arbitraryForm, arbitraryNumber, arbitraryText } from "#e2e/support/arbitrary-form.ts";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import { roles } from "#lib/people/role.ts";
import { judge } from "#lib/policies/judge.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import type { Counter } from "#lib/verdict/counter.ts";
import { celOf, conditionInWords, type FormCondition, kindComparedBy, type Operator } from "./form-condition.ts";
import { plainSentence } from "./plain-sentence.ts";
import { emptyForm, formOfText, type RuleForm, textOfForm } from "./rule-form.ts";
import type { FactName, Subject } from "./subject.ts";

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
    arbitraryText,
    arbitraryNumber,
    fc.boolean(),
    fc.constant(null),
    fc.array(arbitraryText, { maxLength: 3 }),
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

test("P51: what the judge decides of a rule of the form is what its words mean, on any call", async () => {
  const judged = arbitraryForm.map((made): RuleForm => ({
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
    fc.property(arbitraryCondition, arbitraryCondition, (one, other) => {
      if (conditionInWords(one) === conditionInWords(other)) expect(celOf(one)).toBe(celOf(other));
    }),
    { numRuns: 300 },
  );
  const say = (is: Operator, value: FormCondition["value"], path = ["note"]) =>
    conditionInWords({ of: { kind: "argument", path }, is, value });
  expect(say("is", "EUR” or amount is over “5")).toBe('note is "EUR” or amount is over “5"');
  expect(say("one-of", ["a", "b” or “c"])).toBe('note is one of “a” or "b” or “c"');
  expect(say("over", 5, ["amount is under 5 or amount"])).toBe("“amount is under 5 or amount” is over 5");
  // "100,000" is a hundred to a German reader.
  expect(say("over", 100_000)).toBe("note is over 100000");
  expect(say("over", 1, ["a.b", "c"])).not.toBe(say("over", 1, ["a", "b.c"]));
});
