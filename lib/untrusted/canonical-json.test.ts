import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import type { JsonValue } from "./json.ts";
import { refuseUnsafeJson } from "./refuse-unsafe-json.ts";
import { parseStrictJson } from "./strict-json.ts";

test("A8: the order of keys and the white space of the source do not matter", () => {
  const one = canonicalJson(JSON.parse('{"b":[1, 2.50],"a":{"y":null,"x":"é"}}'));
  const two = canonicalJson(JSON.parse('{ "a": {"x":"\\u00e9","y":null}, "b": [1.0,25e-1] }'));
  expect(one).toBe('{"a":{"x":"é","y":null},"b":[1,2.5]}');
  expect(two).toBe(one);
});

test("RFC 8785: the standard's own example of numbers, texts and sorting", () => {
  const source =
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
    '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}';
  expect(canonicalJson(JSON.parse(source))).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const keys = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\u{1f600}": 5, "\u0080": 6, "\u00f6": 7 };
  expect([...canonicalJson(keys).matchAll(/:(\d)/g)].map((found) => found[1]).join("")).toBe("2467153");
});

test("C11: what has no JSON form throws instead of turning into something else", () => {
  for (const bad of [undefined, Number.NaN, Number.POSITIVE_INFINITY, "\ud800"]) {
    // The cast lets the test pass what the type forbids.
    expect(() => canonicalJson(bad as JsonValue)).toThrow();
  }
});

test("A8: for any accepted value the canonical form is a fixed point and means the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (source) => {
      const checked = refuseUnsafeJson(source);
      fc.pre("value" in checked);
      const canonical = canonicalJson(checked.value);
      const again = parseStrictJson(canonical);
      expect(again).toEqual({ value: checked.value });
      expect(canonicalJson((again as { value: JsonValue }).value)).toBe(canonical);
    }),
    { numRuns: 500 },
  );
});
