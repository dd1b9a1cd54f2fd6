import { expect, test } from "vitest";
import { expandTemplate, variablesOf } from "./expand-template.ts";

// RFC 6570, of the examples in its section 3.2.
const values = { var: "value", hello: "Hello World!", path: "/foo/bar", x: "1024", y: "768", empty: "", half: "50%" };
const examples: [template: string, uri: string][] = [
  ["n:{var}", "n:value"],
  ["n:{half}", "n:50%25"],
  ["n:{+path}/here", "n:/foo/bar/here"],
  ["n:X{#var}", "n:X#value"],
  ["n:X{.var}", "n:X.value"],
  ["n:{/var}/here", "n:/value/here"],
  ["n:{?x,y}", "n:?x=1024&y=768"],
  ["n:?fixed=yes{&x}", "n:?fixed=yes&x=1024"],
  ["n:{?x,absent}", "n:?x=1024"],
  ["n:{absent}", "n:"],
];

test.each(examples)("M130: %s is expanded as RFC 6570 says", (template, uri) => {
  expect(variablesOf(template)).not.toBeNull();
  expect(expandTemplate(template, values)).toBe(uri);
});

test("M130: a template that cannot be filled in here, or that is endless, is not offered", () => {
  const many = Array.from({ length: 21 }, (_, at) => `{v${at}}`).join("");
  for (const template of [
    "n:plain",
    "n:{",
    "n:}",
    "n:{}",
    "n:{a,b}",
    "n:{;a}",
    "n:{a:3}",
    "n:{a b}",
    "n:{{a}}",
    `n:{${"a".repeat(65)}}`,
    `n:{a}${"x".repeat(4_000)}`,
    many,
    `n:{?${"a,".repeat(20)}a}`,
  ]) {
    expect(variablesOf(template), template).toBeNull();
    expect(expandTemplate(template, {}), template).toBeNull();
  }
});

test("M130: a value cannot leave its place, nor make an address without end", () => {
  expect(expandTemplate("n:{a}/end", { a: "../../x?y#z" })).toBe("n:..%2F..%2Fx%3Fy%23z/end");
  expect(expandTemplate("n:{a}", { a: "\uD800" })).toBe("n:%EF%BF%BD");
  expect(expandTemplate("n:{a}", { a: "é".repeat(3_000) })).toBeNull();
  expect(expandTemplate("n:{constructor}{__proto__}", {})).toBe("n:");
});
