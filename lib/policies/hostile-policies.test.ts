import fc from "fast-check";
import { expect, test } from "vitest";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { parseCondition } from "#lib/policies/conditions/condition.ts";
import { factsOf } from "#lib/policies/conditions/facts.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";

const split = (words: string) => words.split(" ");
const words = [
  split(
    "args tool server user chat amount name true false null in && || ! == != < <= > >= + - * / % ? : . , ( ) [ ] { }",
  ),
  split("'a' \"day\" 'chat' ''' 1 2.5 1e309 -1 0x1F 1u b'a' r'\\' \\ @ \u0000 \ud800 é"),
  split("size has calls spent exists all map filter matches startsWith timestamp duration string int dyn type"),
].flat();

const atoms = [
  split("args.amount args.name args.lines args.missing args tool.risk tool.flag user.role user.email chat.agents"),
  split(`server.trusted 1 2.5 -1 'a' true null [1,'a'] {'a':1} calls("day") spent("amount","chat")`),
].flat();

/** Valid in grammar, though not in meaning. */
const { sound } = fc.letrec<{ sound: string; atom: string }>((tie) => ({
  atom: fc.constantFrom(...atoms),
  sound: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie("atom"),
    fc
      .tuple(
        tie("sound"),
        fc.constantFrom("&&", "||", "==", "!=", "<", ">=", "+", "-", "*", "/", "%", "in"),
        tie("sound"),
      )
      .map(([one, operator, other]) => `(${one} ${operator} ${other})`),
    tie("sound").map((inner) => `!(${inner})`),
    tie("sound").map((inner) => `size(${inner})`),
    tie("sound").map((inner) => `string(${inner})`),
    fc.tuple(tie("atom"), tie("sound")).map(([list, test]) => `${list}.exists(x, x == ${test})`),
    fc.tuple(tie("sound"), tie("sound"), tie("sound")).map(([when, one, other]) => `(${when} ? ${one} : ${other})`),
  ),
}));
const expression = fc.oneof(
  { weight: 3, arbitrary: sound },
  sound.map((inner) => `${inner} == ${inner}`),
  fc
    .array(fc.constantFrom(...words), { maxLength: 25 })
    .chain((parts) => fc.constantFrom(parts.join(" "), parts.join(""))),
  fc.string({ unit: "binary", maxLength: 300 }),
);

const json = fc.jsonValue({ maxDepth: 3 });
const args = fc.dictionary(fc.constantFrom("amount", "name", "__proto__", "constructor", "lines"), json);

test("G8, row 15: no condition makes anything throw but the error that asks, whatever it is and whatever the arguments are", () => {
  let understood = 0;
  fc.assert(
    fc.property(expression, args, (source, given) => {
      const condition = parseCondition(source);
      if ("problem" in condition) {
        expect(condition.problem).not.toBe("");
        return;
      }
      understood += 1;
      let answer: unknown;
      try {
        answer = condition.holds(factsOf(callToJudge({ arguments: given as JsonObject })), () => 1);
      } catch (error) {
        expect(error).toBeInstanceOf(ToolApprovalError);
        return;
      }
      expect(typeof answer).toBe("boolean");
    }),
    { numRuns: 5_000 },
  );
  expect(understood).toBeGreaterThan(500);
});

const lines = fc.constantFrom(
  "policy: annotated",
  "policy: denyAll",
  "rules:",
  "  - then: allow",
  "  - { tool: a*, then: ask }",
  "  - then: deny",
  "    when: { any: [args.a > 1, { all: [args.b == 'x'] }] }",
  "    when: { any: [] }",
  "    when: [args.a]",
  "    risk: '>=3'",
  "    risk: [L1, 9]",
  "    caller: agent:*",
  "    caller: [chat, 'gateway:x', 3]",
  "    user: [ana@example.com]",
  "    role: [owner, king]",
  "    tool: &a [x, *a]",
  "    reason: !!binary aGk=",
  "    <<: { then: allow }",
  "    ? {a: b}",
  "  x: [1",
  "\t",
  "%YAML 1.1",
  "--- # more",
  "\u2028",
  "  - then: !!set {allow}",
);

test("G8: whatever stands in the file, it is either a policy or problems with lines, and nothing is thrown", () => {
  const text = fc.oneof(
    fc.array(lines, { maxLength: 12 }).map((some) => some.join("\n")),
    fc.array(lines, { maxLength: 6 }).map((some) => `rules:\n${some.join("\n")}`),
    fc.string({ unit: "binary", maxLength: 500 }),
  );
  fc.assert(
    fc.property(text, (source) => {
      const read = parsePolicyFile(source, { serverIds: ["shop"] });
      if ("policy" in read) return;
      const count = source.split(/\r?\n/).length;
      expect(read.problems.length).toBeGreaterThan(0);
      for (const { line, message } of read.problems) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(count);
        expect(message).not.toBe("");
      }
    }),
    { numRuns: 3_000 },
  );
});

test("G8: files that are deep, wide or refer to themselves are refused, and not looked at for long", () => {
  const deep = ["[", "{a: ", "- ", "? ", "&a "].map((part) => part.repeat(50_000));
  const nested = (depth: number): string => (depth === 0 ? "args.a" : `{ any: [${nested(depth - 1)}] }`);
  for (const text of [
    ...deep,
    `rules: ${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    `rules:\n  - then: ask\n    when: ${nested(30)}`,
    `rules:\n  - then: ask\n    when: ${"(".repeat(140)}true${")".repeat(140)}`,
    `rules:\n  - then: ask\n    when: ${"!".repeat(290)}true`,
    "a: &a [*a]",
    `rules:\n${"  - then: ask\n".repeat(1_001)}`,
  ]) {
    const read = parsePolicyFile(text);
    expect(read, text.slice(0, 80)).toHaveProperty("problems");
  }
});

const filled = (head: string, unit: (index: number) => string, characters = 250_000) => {
  const parts = [head];
  for (let index = 0, length = 0; length < characters; index += 1)
    length += parts[parts.push(unit(index)) - 1]?.length ?? 0;
  return parts.join("");
};

test("G8: a file of many small pieces is refused before it is put together, whatever the pieces are", () => {
  for (const text of [
    filled("", (index) => `k${index}: 1\n`),
    filled("rules:\n  - {then: ask", (index) => `, k${index}: 1`),
    filled("rules:\n  - then: ask\n    tool: [", () => "a,"),
    filled("", () => "{ : ]\n"),
    filled("a: &a0 1\n", (index) => `a${index + 1}: *a${index}\n`),
    filled("", () => "---\n"),
    filled("rules:\n", () => "\t- a\n"),
    filled("", (index) => `<<: {a${index}: 1}\n`),
    filled("", () => "a: "),
  ]) {
    const read = parsePolicyFile(text);
    expect(read, text.slice(0, 60)).toEqual({
      problems: [{ line: 1, message: expect.stringContaining("more in the file than is read at once") }],
    });
  }
});

test("G8: a thousand rules as people write them are read, and a key that is there twice is named in each place", () => {
  const rule = (index: number) =>
    `  - id: rule-${index}\n    tool: [get_*, list_*]\n    when: args.amount > ${index}\n    then: ask\n    reason: Above ${index} asks.\n`;
  const many = parsePolicyFile(`rules:\n${Array.from({ length: 1_000 }, (_, index) => rule(index)).join("")}`);
  expect(many).toMatchObject({ policy: { kind: "rules" } });
  const twice = parsePolicyFile(
    "rules:\n  - then: ask\n    tool: a\n    tool: b\n  - then: ask\n    annotations: { readOnlyHint: true, readOnlyHint: false }\n",
  );
  expect(twice).toEqual({
    problems: [
      { line: 4, message: "the key `tool` is there twice" },
      { line: 6, message: "this annotation is there twice" },
    ],
  });
});
