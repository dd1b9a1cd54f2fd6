import { expect, test } from "vitest";
import { jsonForPeople } from "./json-for-people.ts";
import { visibleSegments } from "./visible-text.ts";

const marks = (value: unknown) => visibleSegments(jsonForPeople(value)).filter(({ kind }) => kind !== "plain");
const nested = (depth: number, inside: unknown): unknown => (depth === 0 ? inside : { a: nested(depth - 1, inside) });

test("C3: our own indentation of JSON is never marked, however deep", () => {
  for (const depth of [1, 5, 40]) expect(marks(nested(depth, [1]))).toEqual([]);
  expect(JSON.parse(jsonForPeople(nested(40, "x\n          y")))).toEqual(nested(40, "x\n          y"));
});

test("C3: what a text in it hides is marked as before", () => {
  expect(marks(nested(3, `a${" ".repeat(12)}b\u202E`))).toHaveLength(2);
});
