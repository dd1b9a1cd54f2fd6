import fc from "fast-check";
import { expect, test } from "vitest";
import { refuseUnsafeJson } from "./refuse-unsafe-json.ts";

const cycle: unknown[] = [];
cycle.push(cycle, cycle, cycle);
const getter = {
  get a() {
    return 1;
  },
};
const refused: [name: string, value: unknown][] = [
  ["undefined", undefined],
  ["undefined inside", { a: undefined }],
  ["a function", { a: () => 1 }],
  ["a bigint", 1n],
  ["a symbol key", { [Symbol("a")]: 1 }],
  ["NaN", [Number.NaN]],
  ["Infinity", { a: Number.POSITIVE_INFINITY }],
  ["an unsafe integer", 2 ** 53],
  ["a lone surrogate", { a: "\ud800" }],
  ["a lone surrogate in a key", { "\udfff": 1 }],
  ["__proto__", JSON.parse('{"__proto__":{"polluted":true}}')],
  ["constructor", { a: [{ constructor: 1 }] }],
  ["a date", new Date(0)],
  ["a map", new Map()],
  [
    "a class instance",
    new (class Ping {
      a = 1;
    })(),
  ],
  ["an inherited object", Object.create({ a: 1 })],
  ["a getter", getter],
  ["a list with a hole", [1, , 2]], // oxlint-disable-line no-sparse-arrays
  ["a cycle", cycle],
  [
    "a proxy that throws",
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    ),
  ],
  ["33 levels", JSON.parse("[".repeat(33) + "]".repeat(33))],
  ["too much", "x".repeat(64 * 1024 - 1)],
  ["too many", Array.from({ length: 40_000 }, () => 1)],
];

test.each(refused)("C11, E7: %s is refused", (_name, value) => {
  expect(refuseUnsafeJson(value)).toHaveProperty("problem", expect.stringMatching(/.{10,}/));
});

test("A8: the result is a copy that later changes of the original cannot reach", () => {
  const original = { to: "ana@example.com", lines: [{ n: 1 }] };
  const result = refuseUnsafeJson(original);
  original.to = "eve@example.com";
  original.lines.push({ n: 2 });
  expect(result).toEqual({ value: { to: "ana@example.com", lines: [{ n: 1 }] } });
});

test("32 levels and an object without a prototype are plain JSON", () => {
  expect(refuseUnsafeJson(JSON.parse("[".repeat(32) + "]".repeat(32)))).toHaveProperty("value");
  expect(refuseUnsafeJson(Object.assign(Object.create(null), { a: -0 }))).toEqual({ value: { a: 0 } });
});

test("E7: it never throws and never lets through what JSON cannot carry", () => {
  fc.assert(
    fc.property(
      fc.anything({ withNullPrototype: true, withDate: true, withBigInt: true, withSparseArray: true }),
      (value) => {
        const result = refuseUnsafeJson(value);
        if ("value" in result) expect(JSON.parse(JSON.stringify(result.value))).toEqual(result.value);
      },
    ),
    { numRuns: 1_000 },
  );
});
