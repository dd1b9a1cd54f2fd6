import { expect, test } from "vitest";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { judge } from "#lib/policies/judge.ts";
import { rulesOf } from "#lib/policies/parts-of-policy.ts";
import { withRules } from "#lib/policies/with-rules.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { parseCondition } from "./condition.ts";
import { factsOf } from "./facts.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";

function holds(source: string, args: JsonObject): boolean {
  const condition = parseCondition(source);
  if ("problem" in condition) throw new Error(condition.problem);
  return condition.holds(factsOf(callToJudge({ arguments: args })), () => 0);
}

const many = Array<number>(15_000).fill(1);
const long = "a".repeat(30_000);
const named = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`k${at}`, at]));
/** Found at once not to be in the other; nobody knows that before. */
const foreign = "b".repeat(24_000);
const hidden = `${"a".repeat(12_000)}b${"a".repeat(12_000)}`;

test.each<[string, JsonObject]>([
  ["args.items.all(x, size(args.items + args.items) > 0)", { items: many }],
  ["args.items.all(x, !(2 in args.items))", { items: many }],
  ["args.items.all(x, args.text.split('').size() > 0)", { items: many, text: long }],
  ["args.text.split('').all(x, args.text.contains(x + 'b') == false)", { text: long }],
  ["args.items.join(args.text) == 'x'", { items: Array<string>(15_000).fill("a"), text: long }],
  [`size(${Array(60).fill("args.items").join(" + ")}) > 0`, { items: many }],
  [Array(20).fill("!args.text.contains(args.word)").join(" && "), { text: long, word: hidden }],
  [
    "args.items.all(x, timestamp('2026-01-01T00:00:00Z').getHours(args.zone) >= 0)",
    { items: many, zone: "Europe/Berlin" },
  ],
  ["args.items.all(x, duration(x) > duration('1h'))", { items: Array<string>(15_000).fill("1s".repeat(50)) }],
  [
    "args.items.all(x, timestamp(x) > timestamp(args.from))",
    { items: Array<string>(50_000).fill("2026-01-01T00:00:00Z"), from: "2026-01-01T00:00:00Z" },
  ],
  ["cel.bind(items, args.items, items.all(x, !(2 in items)))", { items: many }],
  ["args.items.all(x, has(args.object.k0))", { items: many.slice(0, 2_000), object: named }],
  ["args.items.all(x, args.object != null)", { items: many.slice(0, 2_000), object: named }],
])("G8: %s is left undecided, and so asks, on arguments on which it would hold up everybody", (source, args) => {
  expect(() => holds(source, args)).toThrow(ToolApprovalError);
  expect(() => holds(source, args)).toThrow("these arguments are too long for it");
});

test("G8: what many conditions name is measured once, also once there is no effort left", () => {
  let looks = 0;
  const look = (object: JsonObject) => ((looks += 1), Reflect.ownKeys(object));
  const object = new Proxy<JsonObject>({ a: 1, b: 2 }, { ownKeys: look });
  const facts = factsOf(callToJudge({ arguments: { object } }));
  for (let at = 0; at < 50; at += 1) {
    const condition = parseCondition(`args.object.exists(k, k == '${at}')`);
    if ("problem" in condition) throw new Error(condition.problem);
    expect(() => condition.holds(facts, () => 0, { steps: 0, isShort: false })).toThrow("too long");
  }
  expect(looks).toBeLessThanOrEqual(2);
});

test("G8: whether an object is in a list takes as long as both are, and not as long as one times the other", () => {
  let listed = 0;
  const counted = {
    ownKeys: (target: object) => {
      listed += 1;
      return Reflect.ownKeys(target);
    },
  };
  // Whatever lists its names again for each entry takes half a minute on 5,000 of both.
  const it = new Proxy<JsonObject>({ a: 1, b: 2 }, counted);
  const list = Array.from({ length: 1_000 }, (): JsonObject => ({}));
  expect(holds("args.it in args.list", { it, list })).toBe(false);
  expect(holds("[args.it] in args.list", { it, list: list.map((entry) => [entry]) })).toBe(false);
  expect(listed).toBeLessThan(10);
});

test("G8: conditions that are decided on one call take together no longer than one may", async () => {
  const call = callToJudge({ tool: { flag: "never" }, arguments: { text: long, word: foreign } });
  const verdict = async (count: number, then: string) => {
    const rules = Array.from({ length: count }, () => `{ when: args.text.contains(args.word), then: ${then} }`);
    return (await judge(policyOf(`rules: [${rules.join(", ")}]`), call)).verdict;
  };
  expect([await verdict(1, "ask"), await verdict(10, "ask")]).toEqual(["allow", "ask"]);
  expect([await verdict(1, "deny"), await verdict(10, "deny")]).toEqual(["allow", "deny"]);
  const any = `rules: [{ when: { any: [${Array(10).fill("args.text.contains(args.word)").join(", ")}] }, then: deny }]`;
  expect((await judge(policyOf(any), call)).verdict).toBe("deny");
  const alone = "rules: [{ when: 'args.items.all(x, !(2 in args.items))', then: deny }]";
  expect((await judge(policyOf(alone), callToJudge({ arguments: { items: many } }))).verdict).toBe("ask");
});

test("H8, row 16: what a rule refuses, and what one asks about, stays so where other conditions leave no time, in any order", async () => {
  const call = callToJudge({ tool: { flag: "never" }, arguments: { text: long, word: foreign, n: 1 } });
  const slow = (then: string, at = 0) => `{ id: s${at}, when: args.text.contains(args.word), then: ${then} }`;
  const late = (then: string) => `{ id: late, when: 'args.n == 1 || args.text.contains(args.word)', then: ${then} }`;
  // It does not hold, whatever its first condition is.
  const all = "{ id: all, when: { all: [args.text.contains(args.word), args.n == 2] }, then: ask }";
  const fileOf = (rules: readonly string[]) => policyOf(`rules: [${rules.join(", ")}]`);
  const verdict = async (...rules: string[]) => {
    const orders = [fileOf(rules), fileOf(rules.toReversed())];
    const [first = "", ...added] = rules;
    const verdicts = [...orders, withRules(fileOf([first]), rulesOf(fileOf(added)))].map((each) => judge(each, call));
    return new Set((await Promise.all(verdicts)).map((each) => each.verdict));
  };
  for (const then of ["allow", "ask", "deny"]) {
    expect(await verdict(late("deny"), slow(then, 1), slow(then, 2)), then).toEqual(new Set(["deny"]));
  }
  expect(await verdict(late("deny"), slow("ask"), all)).toEqual(new Set(["deny"]));
  expect(await verdict(late("allow"), all)).toEqual(new Set(["ask"]));
  expect(await verdict(late("allow"), "{ id: one, when: args.n == 2, then: ask }")).toEqual(new Set(["allow"]));
});

test("G8: a text that is too long is not read as a duration or a timestamp", () => {
  for (const time of ["1".repeat(4_000), `${"1s".repeat(2_000)}`, " ".repeat(4_000)]) {
    for (const source of ["duration(args.time) > duration('1h')", "timestamp(args.time) > timestamp(1)"]) {
      expect(() => holds(source, { time })).toThrow("a text does not say what it should be read as");
    }
  }
  expect(holds("duration(args.time) > duration('1h')", { time: "1h1ns" })).toBe(true);
  expect(holds("args.times.all(x, duration(x) < duration('1h'))", { times: Array<string>(500).fill("1m30s") })).toBe(
    true,
  );
});

test("G8: usual conditions are decided on usual arguments", () => {
  const recipients = Array<string>(1_000).fill("somebody.with.a.name@example.com");
  expect(holds("args.recipients.all(r, r.endsWith(args.domain))", { recipients, domain: "@example.com" })).toBe(true);
  expect(holds("args.recipients.exists(r, !r.endsWith('@example.com'))", { recipients })).toBe(false);
  const body = "x".repeat(60_000);
  expect(holds("args.body.contains('secret') || args.title.contains('b')", { body, title: "abc" })).toBe(true);
  expect(holds("args.given.all(x, x in args.allowed)", { given: [1, 2], allowed: many })).toBe(false);
  expect(holds("args.first + ' ' + args.last == 'Ana Bo'", { first: "Ana", last: "Bo" })).toBe(true);
  // A variable of a loop may have the name of a fact.
  expect(holds("args.lists.all(args, !(2 in args))", { lists: Array<number[]>(50).fill([1, 3]) })).toBe(true);
  expect(holds("size(args.text.trim().split(' ')) == 1", { text: long })).toBe(true);
});
