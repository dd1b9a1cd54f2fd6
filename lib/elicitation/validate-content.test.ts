import fc from "fast-check";
import { expect, test } from "vitest";
import type { Form, FormField } from "./form.ts";
import { initialContent } from "#e2e/support/initial-content.ts";
import { validateContent } from "./validate-content.ts";

const base = { name: "x", title: "X", description: null, required: false };
const string = { ...base, kind: "string", format: null, minLength: null, maxLength: null, initial: null } as const;
const number = { ...base, kind: "number", integer: false, minimum: null, maximum: null, initial: null } as const;
const boolean = { ...base, kind: "boolean", initial: null } as const;
const options = ["a", "b", "c"].map((value) => ({ value, title: value.toUpperCase() }));
const choice = { ...base, kind: "choice", options, initial: null } as const;
const choices = { ...base, kind: "choices", options, minItems: null, maxItems: null, initial: null } as const;

/** The message about the only field, or null when the answer is accepted as it is. */
function messageFor(field: FormField, answer: unknown): string | null {
  const result = validateContent({ fields: [field] }, { x: answer });
  if ("content" in result) {
    expect(result.content).toEqual({ x: answer });
    return null;
  }
  expect(result.errors).toHaveLength(1);
  return result.errors[0]?.message ?? null;
}

test.each<[string, FormField, unknown[], unknown[]]>([
  ["a text", string, ["", "a", "日本"], [1, true, null, [], {}]],
  [
    "a text of 2 to 3 characters",
    { ...string, minLength: 2, maxLength: 3 },
    ["ab", "abc", "😀😀"],
    ["a", "abcd", "😀"],
  ],
  [
    "an e-mail address",
    { ...string, format: "email" },
    ["ana@example.com", "a.b+c@sub.example.co.uk", "root@localhost"],
    ["", "ana", "ana@", "@b.c", "a@b@c", "a b@c.d", "a@-b.c", "a@b..c", "ana@example.com\n", `${"a".repeat(300)}@b.c`],
  ],
  [
    "an address",
    { ...string, format: "uri" },
    ["https://example.com/a?b=c#d", "mailto:ana@example.com", "urn:isbn:0451450523"],
    ["", "example.com", "/path", "https://", "https://a b", "//example.com", "http://exa mple", "https://é.com"],
  ],
  [
    "a date",
    { ...string, format: "date" },
    ["2026-11-30", "2024-02-29", "0001-01-01"],
    ["2026-02-29", "2026-13-01", "2026-1-1", "30.11.2026", "2026-11-30T00:00:00Z", "2026-00-10", ""],
  ],
  [
    "a date and time",
    { ...string, format: "date-time" },
    ["2026-11-30T14:00:00Z", "2026-11-30T14:00:00.123+01:00", "2026-11-30t23:59:59-11:30"],
    [
      "2026-11-30T14:00:00",
      "2026-11-30 14:00:00Z",
      "2026-02-30T14:00:00Z",
      "2026-11-30T24:00:00Z",
      "2026-11-30T14:00Z",
    ],
  ],
  ["a number", number, [0, -1.5, 2 ** 53 - 1], ["1", "", true, null, [1]]],
  ["a number from 1 to 2", { ...number, minimum: 1, maximum: 2 }, [1, 1.5, 2], [0.999, 2.001]],
  ["a whole number", { ...number, integer: true }, [0, -3, 4], [1.5, "4"]],
  ["a yes or no", boolean, [true, false], [0, "true", null]],
  ["a choice", choice, ["a", "c"], ["A", "d", "", null, ["a"], 0]],
  ["choices", choices, [[], ["a"], ["c", "a"]], ["a", ["d"], ["a", "a"], [["a"]], null]],
  ["one or two choices", { ...choices, minItems: 1, maxItems: 2 }, [["a"], ["a", "b"]], [[], ["a", "b", "c"]]],
])("M2: %s takes what fits and says what does not", (_name, field, good, bad) => {
  for (const answer of good) expect(messageFor(field, answer)).toBeNull();
  for (const answer of bad) expect(messageFor(field, answer)).toMatch(/^[A-Z].{5,}\.$/);
});

test("M2: a required answer must be there; an optional one may be missing, but never null", () => {
  const form = {
    fields: [
      { ...string, required: true },
      { ...boolean, name: "ok" },
    ],
  };
  expect(validateContent(form, { x: "a" })).toEqual({ content: { x: "a" } });
  expect(validateContent(form, {})).toEqual({ errors: [{ field: "x", message: "This is required." }] });
  expect(validateContent(form, { x: "" })).toEqual({ errors: [{ field: "x", message: "This is required." }] });
  expect(validateContent(form, { x: "a", ok: null })).toHaveProperty("errors.0.field", "ok");
  expect(validateContent({ fields: [{ ...string, required: true, minLength: 0 }] }, { x: "" })).toHaveProperty(
    "content",
  );
});

test("M2: a key that the form does not have is refused, as is content that is no object", () => {
  expect(validateContent({ fields: [string] }, { x: "a", y: 1 })).toEqual({
    errors: [{ field: "y", message: "This form has no such field." }],
  });
  for (const content of [null, undefined, [], "a", 1, new Map()]) {
    expect(validateContent({ fields: [] }, content)).toHaveProperty("errors.0.field", "");
  }
});

test("C11, E7: what JSON cannot carry safely is refused whole", () => {
  const unsafe = [JSON.parse('{"x":1e999}'), { x: 2 ** 53 }, { x: Number.NaN }, { x: "\ud800" }, { x: undefined }];
  unsafe.push(JSON.parse('{"__proto__":{"x":1}}'), { constructor: 1 }, { x: "a".repeat(65 * 1024) });
  for (const content of unsafe) {
    expect(validateContent({ fields: [number] }, content)).toHaveProperty("errors.0.field", "");
  }
});

test("A8: the content is a copy", () => {
  const content = { x: ["a"] };
  const result = validateContent({ fields: [choices] }, content);
  content.x.push("b");
  expect(result).toEqual({ content: { x: ["a"] } });
});

test("S4.14: a required boolean may be answered no; what that means is the server's business", () => {
  expect(validateContent({ fields: [{ ...boolean, required: true }] }, { x: false })).toEqual({
    content: { x: false },
  });
});

test("M2: defaults are filled in, an untouched optional boolean is not sent, a required one starts as no", () => {
  const fields: FormField[] = [
    { ...string, name: "a", initial: "hi" },
    { ...string, name: "b" },
    { ...boolean, name: "c" },
    { ...boolean, name: "d", required: true },
    { ...boolean, name: "e", initial: true },
    { ...choices, name: "f", initial: ["b"] },
    { ...number, name: "g", initial: 0 },
  ];
  expect(initialContent({ fields })).toEqual({ a: "hi", d: false, e: true, f: ["b"], g: 0 });
});

test("E6: any form and any content give an answer, and accepted content has only the form's fields", () => {
  const field = fc
    .constantFrom<FormField>(string, number, boolean, choice, choices)
    .chain((kind) =>
      fc
        .record({ name: fc.constantFrom("a", "b", "toString"), required: fc.boolean() })
        .map((own) => ({ ...kind, ...own })),
    );
  const answers = fc.oneof(fc.constantFrom<unknown>("a", 1, true, ["a"], null, ""), fc.anything());
  const content = fc.oneof(fc.dictionary(fc.constantFrom("a", "b", "toString", "z"), answers), fc.anything());
  fc.assert(
    fc.property(fc.array(field, { maxLength: 3 }), content, (fields, given) => {
      const form: Form = { fields };
      const result = validateContent(form, given);
      if ("errors" in result) {
        expect(result.errors.length).toBeGreaterThan(0);
        return;
      }
      const names: string[] = fields.map(({ name }) => name);
      expect(Object.keys(result.content).every((key) => names.includes(key))).toBe(true);
      for (const { name, required } of fields) if (required) expect(Object.hasOwn(result.content, name)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
