import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileJson } from "#e2e/support/hostile-input.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { JsonValue } from "./json.ts";
import { refuseUnsafeJson } from "./refuse-unsafe-json.ts";
import { parseStrictJson } from "./strict-json.ts";

const refused: [text: string, why: RegExp][] = [
  ["", /missing/],
  [" ", /missing/],
  ["\ufeff{}", /missing/],
  ["{", /key/],
  ["[", /missing/],
  ["[1", /list/],
  ['{"a":1', /object/],
  ['{"a":1,"a":1}', /twice/],
  ['{"a":1,"\\u0061":2}', /twice/],
  ['{"x":{"a":1,"b":{},"a":null}}', /twice/],
  ["9007199254740993", /larger than 9007199254740991/],
  ["-9007199254740992", /larger/],
  ["1e300", /larger/],
  ["1e999", /too large/],
  ["-1e999", /too large/],
  ["123456789012345678901234567890", /larger/],
  ["01", /Unexpected/],
  ["+1", /missing/],
  [".5", /missing/],
  ["1.", /Unexpected/],
  ["1e", /Unexpected/],
  ["0x10", /Unexpected/],
  ["NaN", /missing/],
  ["Infinity", /missing/],
  ["-Infinity", /missing/],
  ["undefined", /missing/],
  ["True", /missing/],
  ["nul", /missing/],
  ["truefalse", /Unexpected/],
  ["'a'", /missing/],
  ['"a', /not closed/],
  ['"\n"', /forbidden/],
  ['"\u0000"', /forbidden/],
  ['"\\x41"', /forbidden/],
  ['"\\u12"', /forbidden/],
  ['"\\ud800"', /surrogate/],
  ['"\udc00"', /surrogate/],
  ['{"\\ud800":1}', /surrogate/],
  ['"\\udc00\\ud800"', /surrogate/],
  ["[1,]", /missing/],
  ['{"a":1,}', /key/],
  ["{a:1}", /key/],
  ['{"a" 1}', /colon/],
  ["[1 2]", /list/],
  ["{} {}", /Unexpected/],
  ["1 // one", /Unexpected/],
  ["/* one */ 1", /missing/],
  ['{"__proto__":{"polluted":true}}', /__proto__/],
  ['{"\\u005f_proto__":1}', /__proto__/],
  ['[{"constructor":{"prototype":{}}}]', /constructor/],
  ['{"prototype":null}', /prototype/],
  ["[".repeat(33) + "]".repeat(33), /deeper than 32/],
  ["[".repeat(30_000), /deeper than 32/],
  ['{"a":'.repeat(33) + "1" + "}".repeat(33), /deeper than 32/],
];

test.each(refused)("C11, E7, G8: %j is refused with a reason", (text, why) => {
  const result = parseStrictJson(text);
  expect(result).toHaveProperty("problem");
  expect((result as { problem: string }).problem).toMatch(why);
});

test.each(["[1,[2],{}]", '{"a":1,"b":{"c":2},"d":null}'])(
  "G8: of %s no more values are read than are wanted",
  (text) => {
    expect(parseStrictJson(text, 100, 5)).toHaveProperty("value");
    expect(parseStrictJson(text, 100, 4)).toEqual({ problem: expect.stringMatching(/^JSON has more than 4 values/) });
  },
);

test("C11: unusual but unambiguous JSON is read exactly", () => {
  expect(parseStrictJson(' {"a" : [ 1 , -0.0, 2.5e1, "\\ud83d\\ude00\\/" ], "": {} } \n')).toEqual({
    value: { a: [1, 0, 25, "😀/"], "": {} },
  });
  expect(parseStrictJson("9007199254740991")).toEqual({ value: 9007199254740991 });
  expect(parseStrictJson('{"toString":1,"hasOwnProperty":2,"valueOf":3}')).toEqual({
    value: { toString: 1, hasOwnProperty: 2, valueOf: 3 },
  });
  expect(parseStrictJson("[".repeat(32) + "]".repeat(32))).toHaveProperty("value");
});

test("C1: 64 KB are the most, counted in UTF-8 bytes", () => {
  const bytes = 64 * 1024;
  expect(parseStrictJson(JSON.stringify("x".repeat(bytes - 2)))).toHaveProperty("value");
  expect(parseStrictJson(JSON.stringify("x".repeat(bytes - 1)))).toHaveProperty("problem");
  expect(parseStrictJson(JSON.stringify("é".repeat(bytes / 2 - 1)))).toHaveProperty("value");
  expect(parseStrictJson(JSON.stringify("é".repeat(bytes / 2)))).toHaveProperty("problem");
  expect(parseStrictJson(JSON.stringify("x".repeat(bytes - 1)), bytes * 2)).toHaveProperty("value");
});

test("C11: whatever it accepts, JSON.parse reads as the same value", () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), damagedJson), (text) => {
      const strict = parseStrictJson(text);
      if ("problem" in strict) return;
      const plain: JsonValue = JSON.parse(text);
      expect(canonicalJson(strict.value)).toBe(canonicalJson(plain));
    }),
    { numRuns: 2_000 },
  );
});

test("C11: whatever JSON.parse rejects, it rejects; it accepts whatever the check of parsed values accepts", () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), damagedJson, fc.string()), (text) => {
      const strict = parseStrictJson(text);
      const plain = plainParse(text);
      if ("problem" in plain) expect(strict).toHaveProperty("problem");
      else if ("problem" in refuseUnsafeJson(plain.value)) expect(strict).toHaveProperty("problem");
      else if (!hasTwinKeys(text)) expect(strict).toHaveProperty("value");
    }),
    { numRuns: 2_000 },
  );
});

test("E7: no input pollutes a prototype", () => {
  const key = fc.constantFrom("__proto__", "constructor", "prototype", "toString", "polluted");
  const tree = fc.letrec((tie) => ({
    node: fc.oneof({ depthSize: "small" }, fc.constant("true"), fc.tuple(key, tie("node")).map(asObject)),
  })).node;
  fc.assert(
    fc.property(tree, (text) => {
      const result = parseStrictJson(String(text));
      if (/__proto__|constructor|prototype/.test(String(text))) expect(result).toHaveProperty("problem");
      expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    }),
  );
});

test("G8: 64 KB of anything is read to its end or refused", () => {
  const read = hostileJson(64 * 1024 - 4).map((text) => parseStrictJson(text));
  // One of them is only too long.
  expect(read.map((result) => ("problem" in result ? "refused" : "read"))).toEqual([
    ...Array.from({ length: 5 }, () => "refused"),
    "read",
    ...Array.from({ length: 2 }, () => "refused"),
  ]);
});

const damagedJson = fc
  .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "\\", "0", "-", "e", "{", "]", "\u0001", "\ud800", " "))
  .map(([text, at, insert]) => {
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + insert + text.slice(cut + (at % 2));
  });

function asObject([key, node]: [string, unknown]): string {
  return `{${JSON.stringify(key)}:${String(node)}}`;
}

function plainParse(text: string): { value: unknown } | { problem: true } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: true };
  }
}

/** Only duplicate keys are lost by JSON.parse; the canonical text is then shorter by more than white space. */
function hasTwinKeys(text: string): boolean {
  const count = (source: string) => (source.match(/"(?:[^"\\]|\\.)*"\s*:/g) ?? []).length;
  return count(text) !== count(JSON.stringify(JSON.parse(text)));
}
