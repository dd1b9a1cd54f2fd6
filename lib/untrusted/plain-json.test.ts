import { expect, test } from "vitest";
import { plainJson } from "./plain-json.ts";
import { parseStrictJson } from "./strict-json.ts";

const parsed = (text: string) => parseStrictJson(plainJson(text));

test("G30: comments, trailing commas and a byte order mark are blank, and all else stands where it stood", () => {
  const text = '\uFEFF{ // the first\n  "a": [1, 2, /* and, so, on */ ], "b": {"c": 1,},\n /* }, */ }\n';
  expect(parsed(text)).toEqual({ value: { a: [1, 2], b: { c: 1 } } });
  const plain = plainJson(text);
  expect(plain).toHaveLength(text.length);
  expect(plain.split("\n").map(({ length }) => length)).toEqual(text.split("\n").map(({ length }) => length));
  expect(plain.indexOf('"b"')).toBe(text.indexOf('"b"'));
});

test("G30: what looks like a comment or a comma inside a text is a part of it", () => {
  for (const value of ["https://a.example/x", "/* no */", 'a "quoted", ]', "a\\", ",}"]) {
    const text = JSON.stringify({ value, list: [value] });
    expect(plainJson(text)).toBe(text);
  }
});

test("G30: what is no JSON stays none", () => {
  for (const text of ['{"a": 1,,}', "[,]", "{,}", '{"a" 1}', '{"a": "b', "/* open", '{"a": /', "[1,] 2", "'a'", ""])
    expect(parsed(text), text).toHaveProperty("problem");
});

test("G30: a megabyte of brackets costs no stack", () => {
  expect(plainJson("[".repeat(1_000_000))).toHaveLength(1_000_000);
  expect(parsed("[".repeat(60_000))).toHaveProperty("problem");
});
