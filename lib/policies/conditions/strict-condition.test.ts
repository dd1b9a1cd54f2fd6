import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Environment, type ASTNode } from "@marcbachmann/cel-js";
import { expect, test } from "vitest";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import type { JsonValue } from "#lib/untrusted/json.ts";
import { functionsOffered, parseCondition } from "./condition.ts";
import { factsOf } from "./facts.ts";
import { judge } from "#lib/policies/judge.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";

const values = { text: "abc", number: 5, bool: true, nothing: null, list: ["abc"], object: { abc: "abc" } };
type Kind = keyof typeof values;
const kinds = Object.keys(values) as Kind[];
const [text, number, bool]: Kind[][] = [["text"], ["number"], ["bool"]];
const [list, object]: Kind[][] = [["list"], ["object"]];

/** Expressions that decide on `args.it`, the kinds they are about, and a value where the value matters. */
type Row = { by: string; when: string; kinds: readonly Kind[] | undefined; it?: JsonValue };

const row = (by: string, when: string, of: readonly Kind[] | undefined, it?: JsonValue): Row => ({
  by,
  when,
  kinds: of,
  ...(it === undefined ? {} : { it }),
});

const literals: Record<Kind, string> = {
  text: "'abc'",
  number: "5",
  bool: "true",
  nothing: "null",
  list: "['abc']",
  object: "{'abc': 'abc'}",
};

const equality = ["==", "!="].flatMap((operator) =>
  kinds.flatMap((kind) => {
    const of = kind === "nothing" ? kinds : [kind];
    return [
      row(operator, `args.it ${operator} ${literals[kind]}`, of),
      row(operator, `${literals[kind]} ${operator} args.it`, of),
      row(operator, `[args.it] ${operator} [${literals[kind]}]`, [kind]),
      row(operator, `{'a': args.it} ${operator} {'a': ${literals[kind]}}`, [kind]),
      row(operator, `dyn(args.it) ${operator} dyn(${literals[kind]})`, [kind]),
    ];
  }),
);

const order = ["<", "<=", ">", ">="].flatMap((operator) => [
  row(operator, `args.it ${operator} 'b'`, text),
  row(operator, `'b' ${operator} args.it`, text),
  row(operator, `args.it ${operator} 5`, number),
  row(operator, `5.5 ${operator} args.it`, number),
  row(operator, `5u ${operator} args.it`, number),
  row(operator, `args.it ${operator} false`, bool),
]);

const operators: Row[] = [
  ...equality,
  ...order,
  row("==", "args.it == 5.0", number),
  row("==", "args.it == 5u", number),
  row("==", "args.it == b'abc'", []),
  row("==", "type(args.it) == string", kinds),
  row("==", "timestamp(args.it) == timestamp('2026-01-01T00:00:00Z')", text, "2026-01-01T00:00:00Z"),
  row("==", "duration(args.it) == duration('1h')", text, "60m"),
  row("in", "args.it in ['abc', 'b']", text),
  row("in", "!(args.it in ['b', 'c'])", text),
  row("in", "args.it in [1, 2]", number),
  row("in", "args.it in [['abc']]", list),
  row("in", "args.it in {'abc': 1}", text),
  row("in", "args.it in args", text),
  row("in", "'abc' in args.it", list),
  row("in", "!('b' in args.it)", list),
  row("in", "args.it.exists(args, 'abc' in args)", []),
  row("+", "args.it + 'd' == 'abcd'", text),
  row("+", "1 + args.it > 0", number),
  row("+", "args.it + ['d'] == ['abc', 'd']", list),
  row("-", "args.it - 1 > 0", number),
  row("*", "2.5 * args.it > 0", number),
  row("/", "args.it / 2 > 0", number),
  row("%", "int(args.it) % 2 == 1", number),
  row("!_", "!args.it", bool),
  row("-_", "-args.it < 0", number),
  row("&&", "args.it && true", bool),
  row("&&", "true && args.it", bool),
  row("||", "args.it || false", bool),
  row("||", "false || args.it", bool),
  row("?:", "args.it ? true : false", bool),
  row("?:", "true ? args.it : false", bool),
  row(".", "args.it.abc == 'abc'", object),
  row("[]", "args.it['abc'] == 'abc'", object),
  row("[]", "args.it[0] == 'abc'", list),
  row("[]", "{'abc': 1}[args.it] == 1", text),
  row("[]", "{5: 1}[args.it] == 1", number),
  row("[]", "args[args.it] == 'abc'", text, "it"),
  row("[]", "['a', 'b', 'c', 'd', 'e', 'f'][args.it] == 'f'", number),
  row("list", "[args.it] == ['abc']", text),
  row("map", "{args.it: 1} == {'abc': 1}", text),
  row("value", "true", kinds),
  row("id", "args == {'it': 'abc'}", text),
  row("call", "size(args.it) == 3", ["text", "list"]),
  row("rcall", "args.it.size() == 3", ["text", "list"]),
];

const moment = "2026-01-01T00:00:00Z";
const getters = "Date DayOfMonth DayOfWeek DayOfYear FullYear Hours Milliseconds Minutes Month Seconds".split(" ");
const typesOfValues = "string bool int uint double map<dyn, dyn> list<dyn> bytes null type".split(/ (?!dyn)/);
const otherTypes = "google.protobuf.Timestamp google.protobuf.Duration OptionalNamespace CelNamespace".split(" ");

const functions: Row[] = [
  row("dyn(dyn): dyn", "dyn(args.it) == 'abc'", text),
  ...[...typesOfValues, ...otherTypes].map((type) => row(`type(${type}): type`, "type(args.it) == string", kinds)),
  row("bool(bool): bool", "bool(args.it)", bool),
  row("bool(string): bool", "bool(args.it)", ["text", "bool"], "true"),
  ...["string", "bytes", "list<dyn>", "map<dyn, dyn>"].flatMap((type) => [
    row(`size(${type}): int`, "size(args.it) == 3", ["text", "list"]),
    row(`${type}.size(): int`, "args.it.size() == 3", ["text", "list"]),
  ]),
  row("size(map<dyn, dyn>): int", "size(args) == 1", kinds),
  row("bytes(string): bytes", "bytes(args.it) == b'abc'", text),
  row("bytes(bytes): bytes", "bytes(bytes(args.it)) == b'abc'", text),
  ...["double", "int", "uint"].flatMap((to) => [
    ...["double", "int", ...(to === "int" ? [] : ["uint"])].map((from) =>
      row(`${to}(${from}): ${to}`, `${to}(args.it) > ${to}(0)`, number),
    ),
    row(`${to}(string): ${to}`, `${to}(args.it) > ${to}(0)`, ["text", "number"], "5"),
  ]),
  ...["bool", "int", "uint", "double", "string"].map((from) =>
    row(`string(${from}): string`, "string(args.it) != ''", ["text", "number", "bool"]),
  ),
  row("string(bytes): string", "string(bytes(args.it)) == 'abc'", text),
  ...["startsWith", "endsWith", "contains"].flatMap((method) => [
    row(`string.${method}(string): bool`, `args.it.${method}('abc')`, text),
    row(`string.${method}(string): bool`, `'abc'.${method}(args.it)`, text),
  ]),
  ...["lowerAscii", "upperAscii", "trim"].map((method) =>
    row(`string.${method}(): string`, `args.it.${method}() != ''`, text),
  ),
  ...["indexOf", "lastIndexOf"].flatMap((method) => [
    row(`string.${method}(string): int`, `args.it.${method}('a') == 0`, text),
    row(`string.${method}(string): int`, `'abc'.${method}(args.it) == 0`, text),
    row(`string.${method}(string, int): int`, `args.it.${method}('a', 0) == 0`, text),
    row(`string.${method}(string, int): int`, `'abcdefg'.${method}('f', int(args.it)) == 5`, number),
  ]),
  row("string.substring(int): string", "args.it.substring(1) == 'bc'", text),
  row("string.substring(int, int): string", "args.it.substring(1, 2) == 'b'", text),
  row("string.split(string): list<string>", "args.it.split('b') == ['a', 'c']", text),
  row("string.split(string): list<string>", "'zabcz'.split(args.it) == ['z', 'z']", text),
  row("string.split(string, int): list<string>", "args.it.split('b', 1) == ['abc']", text),
  row("list<string>.join(): string", "args.it.join() == 'abc'", list),
  row("list<string>.join(string): string", "args.it.join('-') == 'abc'", list),
  row("list<string>.join(string): string", "['x', 'x'].join(args.it) == 'xabcx'", text),
  row("bytes.json(): map<dyn, dyn>", "bytes(args.it).json().a == 1", text, '{"a": 1}'),
  row("bytes.hex(): string", "bytes(args.it).hex() == '616263'", text),
  row("bytes.string(): string", "bytes(args.it).string() == 'abc'", text),
  row("bytes.base64(): string", "bytes(args.it).base64() == 'YWJj'", text),
  row("bytes.at(int): int", "bytes(args.it).at(0) == 97", text),
  row("timestamp(string): google.protobuf.Timestamp", `timestamp(args.it) <= timestamp('${moment}')`, text, moment),
  row("timestamp(int): google.protobuf.Timestamp", "timestamp(int(args.it)) < timestamp(6)", number),
  ...getters.flatMap((get) => [
    row(`google.protobuf.Timestamp.get${get}(): int`, `timestamp(args.it).get${get}() >= 0`, text, moment),
    row(
      `google.protobuf.Timestamp.get${get}(string): int`,
      `timestamp('${moment}').get${get}(args.it) >= 0`,
      text,
      "UTC",
    ),
  ]),
  row("duration(string): google.protobuf.Duration", "duration(args.it) > duration('1h')", text, "1h30m"),
  ...["Hours", "Minutes", "Seconds", "Milliseconds"].map((get) =>
    row(`google.protobuf.Duration.get${get}(): int`, `duration(args.it).get${get}() > 0`, text, "1h30m"),
  ),
  row("has(ast): bool", "has(args.it.abc)", object),
  row("list<dyn>.all(ast, ast): bool", "args.it.all(x, x == 'abc')", list),
  row("list<dyn>.all(ast, ast): bool", "args.all(x, x == 'it')", kinds),
  row("list<dyn>.exists(ast, ast): bool", "args.it.exists(x, x == 'abc')", list),
  row("list<dyn>.exists(ast, ast): bool", "['abc', 'b'].exists(x, x == args.it)", text),
  row("list<dyn>.exists_one(ast, ast): bool", "args.it.exists_one(x, x == 'abc')", list),
  row("list<dyn>.map(ast, ast): list<dyn>", "args.it.map(x, x + 'd') == ['abcd']", list),
  row("list<dyn>.map(ast, ast, ast): list<dyn>", "args.it.map(x, x == 'abc', x) == ['abc']", list),
  row("list<dyn>.filter(ast, ast): list<dyn>", "args.it.filter(x, x == 'abc') == ['abc']", list),
  row("CelNamespace.bind(ast, dyn, ast): dyn", "cel.bind(x, args.it, x != 'prod')", text),
  row("CelNamespace.bind(ast, dyn, ast): dyn", "cel.bind(args, args.it, 'abc' in args)", list),
  row("calls(string): int", "calls('day') < args.it", number),
  row("spent(string, string): double", "spent('it', 'day') + args.it <= 1000", number),
];

/** Functions of values that no condition has, and `matches`, which is refused when it is read. */
const notOffered = [
  "string.matches(string): bool",
  "optional<dyn>.hasValue(): bool",
  "optional<A>.value(): A",
  "OptionalNamespace.none(): optional<T>",
  "OptionalNamespace.of(A): optional<A>",
  "optional<dyn>.or(ast): optional<dyn>",
  "optional<dyn>.orValue(ast): dyn",
];
/** Made of macros inside the language, and what belongs to optional values. */
const notWritten = ["comprehension", "accuValue", "accuInc", "accuPush", ".?", "[?]"];

/** True, false, or "asks". */
function decision(when: string, args: Record<string, JsonValue>): boolean | "asks" {
  const condition = parseCondition(when);
  if ("problem" in condition) throw new Error(`${when}: ${condition.problem}`);
  try {
    return condition.holds(factsOf(callToJudge({ arguments: args })), () => 10);
  } catch (error) {
    if (error instanceof ToolApprovalError) return "asks";
    throw error;
  }
}

/** The same question in every other form: none may answer what it does not. */
const put: ((when: string) => string)[] = [
  (when) => `!(${when})`,
  (when) => `(${when}) && true`,
  (when) => `true && (${when})`,
  (when) => `(${when}) || false`,
  (when) => `false || (${when})`,
  (when) => `(${when}) ? true : false`,
  (when) => `true ? (${when}) : false`,
  (when) => `[${when}] == [true]`,
  (when) => `true in [${when}]`,
  (when) => `{'a': ${when}}.a`,
  (when) => `cel.bind(y, ${when}, y)`,
];
/** A loop in a loop is refused when it is read. */
const putInLoops: typeof put = [
  (when) => `[1].all(y, ${when})`,
  (when) => `[1].exists(y, ${when})`,
  (when) => `[1].exists_one(y, ${when})`,
  (when) => `[1].map(y, ${when}) == [true]`,
  (when) => `[1].filter(y, ${when}) == [1]`,
];
const isLoop = /\.(?:all|exists|exists_one|map|filter)\(/;

test.each([...operators, ...functions].map((each) => [each.when, each] as const))(
  "row 15: %s asks about every value of another kind, and of one that is missing, however it is put",
  (when, { kinds: of, it }) => {
    const ways = isLoop.test(when) ? put : [...put, ...putInLoops];
    const dependsOnIt = /args\.it/.test(when);
    for (const kind of kinds) {
      // A literal of one kind stands for that kind alone.
      const given = it !== undefined && kind === (typeof it === "number" ? "number" : "text") ? it : values[kind];
      const decides = of?.includes(kind) ? "decides" : "asks";
      const plainly = decision(when, { it: given });
      expect(plainly === "asks" ? "asks" : "decides", kind).toBe(decides);
      for (const way of ways) {
        const answer = decision(way(when), { it: given });
        expect(answer === "asks" ? "asks" : "decides", `${way(when)} on ${kind}`).toBe(decides);
      }
    }
    if (dependsOnIt) expect(decision(when, {})).toBe("asks");
  },
);

function operatorsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(operatorsIn);
  if (typeof node !== "object" || node === null || !("op" in node && "args" in node)) return [];
  return [String(node.op), ...operatorsIn(node.args)];
}

test("row 15: every function and operator that the language offers stands in the table above", async () => {
  const functionsThere = new Set([...functions.map(({ by }) => by), ...notOffered]);
  expect(functionsThere).toEqual(new Set(functionsOffered()));

  const language = createRequire(import.meta.url).resolve("@marcbachmann/cel-js/evaluator");
  const loaded: unknown = await import(pathToFileURL(path.join(path.dirname(language), "operators.js")).href);
  const { OPERATORS } = loaded as { OPERATORS: Record<string, { name: string }> };
  const offered = new Set(Object.values(OPERATORS).map(({ name }) => name));
  expect(new Set([...operators.map(({ by }) => by), ...notWritten])).toEqual(offered);

  const plain = new Environment({ unlistedVariablesAreDyn: true });
  const parsed = (when: string): ASTNode => plain.parse(when).ast;
  for (const { by, when } of operators) expect(operatorsIn(parsed(when)), when).toContain(by);
  for (const { by, when } of functions) expect(when).toContain(/(\w+)\(/.exec(by)?.[1]);
  for (const when of ["args.it.matches('a')", "args.?it == 1", "args[?'it'] == 1"]) {
    expect(parseCondition(when), when).toHaveProperty("problem");
  }
  expect(decision("optional.of(args.it).hasValue()", { it: 1 })).toBe("asks");
});

test.each<[string, Record<string, JsonValue>, boolean | "asks"]>([
  // The gate's own example: this list deploys to prod.
  ["args.env != 'prod'", { env: ["prod"] }, "asks"],
  ["!(args.env == 'prod')", { env: ["prod"] }, "asks"],
  ["!(args.env in ['prod', 'live'])", { env: ["prod"] }, "asks"],
  ["args.envs.all(e, e != 'prod')", { envs: ["dev", ["prod"]] }, "asks"],
  ["args.envs.all(e, e != 'prod')", { envs: { "0": "prod" } }, "asks"],
  ["!('prod' in args.envs)", { envs: { "0": "prod" } }, "asks"],
  ["args.env in {'dev': 1}", { env: ["dev"] }, "asks"],
  ["{'dev': true}[args.env]", { env: ["dev"] }, "asks"],
  ["args.steps[0] != 'prod'", { steps: { "0": "dev" } }, "asks"],
  ["!has(args.to.cc)", { to: "a@example.com" }, "asks"],
  // One part that decides is enough, whatever the others are.
  ["args.env == 'prod' || args.n == 1", { env: ["prod"], n: 1 }, true],
  ["args.env == 'prod' && args.n == 1", { env: ["prod"], n: 2 }, false],
  ["args.env == 'prod' || args.n == 1", { env: ["prod"], n: 2 }, "asks"],
  ["args.env == ['prod'] || true", { env: "prod" }, true],
  ["args.envs.exists(e, e == 'prod')", { envs: [["prod"], "prod"] }, true],
  ["'prod' in args.envs", { envs: [1, "prod"] }, true],
  ["args.envs == ['dev', 'prod']", { envs: [["dev"], "live"] }, false],
  ["args.envs == ['dev', 'prod']", { envs: [["dev"], "prod"] }, "asks"],
  ["args.envs == ['dev']", { envs: [] }, false],
  ["args.o == {'a': 1, 'b': {'c': [1, 2]}}", { o: { b: { c: [1, 2.0] }, a: 1 } }, true],
  ["args.o == {'a': 1}", { o: { b: 1 } }, false],
  ["args.o == {1: 1}", { o: { "1": 1 } }, "asks"],
  // Whole numbers and others are one kind.
  ["args.n == 2", { n: 2.0 }, true],
  ["args.n != 2.5", { n: 2 }, true],
  ["args.n in [1, 2.5]", { n: 2.5 }, true],
  ["9007199254740993 == args.n", { n: 9007199254740992 }, false],
  // Null is compared by its name, and is no value of any other kind.
  ["args.to == null", { to: "a" }, false],
  ["args.to != null", { to: ["a"] }, true],
  ["args.to != 'a'", { to: null }, "asks"],
  // A value that is no number is neither above nor below one.
  ["args.a / args.b <= 100", { a: 0, b: 0 }, "asks"],
  ["!(double(args.a) > 100)", { a: "nan" }, "asks"],
  ["double(args.a) <= 100", { a: "0x3E8" }, "asks"],
  ["double(args.a) <= 100", { a: "1e400" }, "asks"],
  ["double(args.a) <= 100", { a: "-1e1" }, true],
  ["int(args.a) <= 100", { a: "" }, "asks"],
  ["int(args.a) <= 100", { a: "0X64" }, "asks"],
  ["duration(args.a) < duration('1h')", { a: "s" }, "asks"],
  ["timestamp(args.a) < timestamp('2027-01-01T00:00:00Z')", { a: "Thu Jan 01 2026 00:00:00" }, "asks"],
  // Names of a loop or of `bind` that hide a fact.
  ["args.lists.all(tool, 'a' in tool)", { lists: [["a"]] }, true],
  ["args.lists.all(tool, 'a' in tool)", { lists: [{ a: 1 }] }, "asks"],
  // The text is kept as written, however it is nested.
  ["args.n - (args.m - 1) == 2", { n: 3, m: 2 }, true],
  ['args.s == \'é\\n\\\'"\' + r\'\\d\' + """x"""', { s: "é\n'\"\\dx" }, true],
  ["(args.n > 1 ? args.n : 0) + 0x10 == 21 && -args.n < -(1)", { n: 5 }, true],
  ["has(tool.annotations.title) || 'a' in tool.annotations || size(user) > 9 || !(chat.agent == '')", {}, false],
])("row 15: %s on %j is %s", (when, args, expected) => {
  expect(decision(when, args)).toBe(expected);
});

test.each(["allow", "ask", "deny"])(
  "row 15: a rule that says %s asks, where its condition is about another kind",
  async (then) => {
    for (const when of [
      "args.env != 'prod'",
      "{ any: [args.env == 'dev', args.n > 5] }",
      "{ all: [args.env != 'prod'] }",
    ]) {
      const policy = policyOf(`rules: [{ when: ${when.startsWith("{") ? when : `"${when}"`}, then: ${then} }]`);
      for (const flag of ["inherit", "never"] as const) {
        const call = callToJudge({ arguments: { env: ["prod"], n: 1 }, tool: { flag } });
        expect((await judge(policy, call)).verdict, when).toBe("ask");
      }
    }
  },
);
