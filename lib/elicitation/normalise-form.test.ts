import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileForms } from "#e2e/support/hostile-input.ts";
import type { FormField } from "./form.ts";
import { initialContent } from "#e2e/support/initial-content.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { misfitsOf } from "./misfits-of.ts";
import { normaliseForm as normalise } from "./normalise-form.ts";
import { validateContent } from "./validate-content.ts";

const normaliseForm = (schema: unknown, message = "Please answer.") => normalise(schema, message);

function fieldOf(schema: unknown, required = false): FormField | undefined {
  const result = normaliseForm({ type: "object", properties: { x: schema }, required: required ? ["x"] : [] });
  return "form" in result ? result.form.fields[0] : undefined;
}

function refusalOf(requestedSchema: unknown): string {
  const result = normaliseForm(requestedSchema);
  return "refused" in result ? result.refused : "";
}

const one = (schema: unknown) => ({ type: "object", properties: { x: schema } });
const base = { name: "x", title: "x", description: null, required: false };

test("S4.2, M2: every kind of field of the specification, old and new spelling", () => {
  const options = [
    { value: "a", title: "a" },
    { value: "b", title: "b" },
  ];
  const titled = [
    { value: "a", title: "Ah" },
    { value: "b", title: "Bee" },
  ];
  const text = { ...base, kind: "string", format: null, minLength: null, maxLength: null, initial: null };
  const number = { ...base, kind: "number", integer: false, minimum: null, maximum: null, initial: null };
  const choices = { ...base, kind: "choices", minItems: null, maxItems: null, initial: null };
  const cases: [schema: object, field: object][] = [
    [{ type: "string" }, text],
    [
      { type: "string", title: "T", description: "D" },
      { ...text, title: "T", description: "D" },
    ],
    [
      { type: "string", minLength: 2, maxLength: 9 },
      { ...text, minLength: 2, maxLength: 9 },
    ],
    [
      { type: "string", format: "email", default: "a@b.c" },
      { ...text, format: "email", initial: "a@b.c" },
    ],
    [
      { type: "string", format: "uri" },
      { ...text, format: "uri" },
    ],
    [
      { type: "string", format: "date" },
      { ...text, format: "date" },
    ],
    [
      { type: "string", format: "date-time" },
      { ...text, format: "date-time" },
    ],
    [{ type: "string", format: "hostname", pattern: "^(a+)+$" }, text],
    [
      { type: "number", minimum: -1.5, maximum: 2, default: 0 },
      { ...number, minimum: -1.5, maximum: 2, initial: 0 },
    ],
    [
      { type: "integer", minimum: 1 },
      { ...number, integer: true, minimum: 1 },
    ],
    [{ type: "boolean" }, { ...base, kind: "boolean", initial: null }],
    [
      { type: "boolean", default: false },
      { ...base, kind: "boolean", initial: false },
    ],
    [
      { type: "string", enum: ["a", "b"], default: "b" },
      { ...base, kind: "choice", options, initial: "b" },
    ],
    [
      { enum: ["a", "b"], enumNames: ["Ah", "Bee"] },
      { ...base, kind: "choice", options: titled, initial: null },
    ],
    [
      { type: "string", oneOf: titled.map(({ value, title }) => ({ const: value, title })) },
      { ...base, kind: "choice", options: titled, initial: null },
    ],
    [
      { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 1, maxItems: 2, default: ["a"] },
      { ...choices, options, minItems: 1, maxItems: 2, initial: ["a"] },
    ],
    [
      { type: "array", items: { anyOf: titled.map(({ value, title }) => ({ const: value, title })) } },
      { ...choices, options: titled },
    ],
    [
      { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "T" },
      { ...text, title: "T" },
    ],
    [{ type: ["integer", "null"] }, { ...number, integer: true }],
  ];
  for (const [schema, field] of cases) expect(fieldOf(schema)).toEqual(field);
  expect(fieldOf({ type: "string" }, true)).toEqual({ ...text, required: true });
});

test("E19: what libraries write in place of the specification's fields is drawn as these", () => {
  const color = { enum: ["red", "blue"], title: "Color", type: "string" };
  const whole = (field: object) =>
    normaliseForm({
      type: "object",
      properties: { x: field },
      $defs: { Color: color },
      definitions: { Level: { enum: [1, 2], type: "integer" } },
      additionalProperties: false,
      "x-order": ["x"],
      propertyOrdering: ["x"],
    });
  const colors = ["red", "blue"].map((value) => ({ value, title: value }));
  const levels = [1, 2].map((value) => ({ value, title: String(value) }));
  const number = { ...base, kind: "number", integer: false, minimum: null, maximum: null, initial: null };
  const text = { ...base, kind: "string", format: null, minLength: null, maxLength: null, initial: null };
  const choice = { ...base, kind: "choice", initial: null };
  const cases: [schema: object, field: object][] = [
    // pydantic: Field(gt=0, lt=10, multiple_of=0.5)
    [
      { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 0.5 },
      { ...number, above: 0, below: 10, multipleOf: 0.5 },
    ],
    [
      { type: "integer", minimum: 1, exclusiveMinimum: true },
      { ...number, integer: true, minimum: 1, above: 1 },
    ],
    // Enum, Optional[Enum], and with a description of its own
    [{ $ref: "#/$defs/Color" }, { ...choice, title: "Color", options: colors }],
    [
      { anyOf: [{ $ref: "#/$defs/Color" }, { type: "null" }], default: null },
      { ...choice, title: "Color", options: colors },
    ],
    [
      { allOf: [{ $ref: "#/$defs/Color" }], default: "blue", description: "Which?" },
      { ...choice, title: "Color", description: "Which?", options: colors, initial: "blue" },
    ],
    // IntEnum
    [
      { $ref: "#/definitions/Level", default: 2 },
      { ...choice, options: levels, initial: 2 },
    ],
    [{ enum: ["red", "blue", null] }, { ...choice, options: colors }],
    // Literal
    [
      { const: "red", type: "string" },
      { ...choice, options: [{ value: "red", title: "red" }] },
    ],
    [
      { const: true, type: "boolean" },
      { ...choice, options: [{ value: true, title: "Yes" }] },
    ],
    [
      { anyOf: [{ const: 1, title: "One" }, { const: 2, title: "Two" }, { type: "null" }] },
      {
        ...choice,
        options: [
          { value: 1, title: "One" },
          { value: 2, title: "Two" },
        ],
      },
    ],
    [{ oneOf: [{ type: "string", minLength: 2 }, { type: "null" }] }, { ...text, minLength: 2 }],
    [{ type: "string", readOnly: true, "x-widget": "area", contentMediaType: "text/markdown", format: "slug" }, text],
    [{ type: "string", additionalProperties: false, pattern: "^a$", not: { const: "b" } }, text],
  ];
  for (const [schema, field] of cases) {
    const result = whole(schema);
    expect("form" in result ? result.form.fields : result).toEqual([field]);
  }
});

test("E19: an answer must fit the schema as it was sent, where it says more than its fields", () => {
  const schema = {
    type: "object",
    properties: {
      card: { type: "string", not: { const: "none" } },
      "a/b": { type: "integer", enum: [1, 2, 3], minimum: 2 },
      size: { type: "number", exclusiveMinimum: 0, multipleOf: 0.1 },
    },
    dependentRequired: { card: ["size"] },
  };
  const result = normaliseForm(schema);
  if (!("form" in result)) throw new Error(result.refused);
  const { form } = result;
  expect(form.schema).toEqual(schema);
  const misfits = (content: JsonObject) => {
    const checked = validateContent(form, content);
    return "errors" in checked ? checked.errors : misfitsOf(schema, checked.content);
  };
  expect(misfits({ card: "gold", size: 0.3, "a/b": 2 })).toEqual([]);
  expect(misfits({ size: 0 })).toEqual([{ field: "size", message: "Must be more than 0." }]);
  expect(misfits({ size: 0.25 })).toEqual([{ field: "size", message: "Must be a multiple of 0.1." }]);
  expect(misfits({ "a/b": 1 })).toEqual([{ path: "a/b", message: "Is 1, and must be at least 2." }]);
  expect(misfits({ card: "gold" })).toMatchObject([{ message: expect.stringContaining("size") }]);
  expect(misfits({ card: "none", size: 1 })).toMatchObject([{ path: "card" }]);
  expect(normaliseForm(one({ type: "string", pattern: "a" }))).not.toHaveProperty("form.schema");
});

test("M2: a default that its field would refuse is not shown", () => {
  const bad = [
    { type: "string", default: 5 },
    { type: "string", format: "email", default: "nobody" },
    { type: "string", enum: ["a"], default: "z" },
    { type: "integer", default: 1.5 },
    { type: "number", maximum: 1, default: 2 },
    { type: "boolean", default: "yes" },
    { type: "array", items: { enum: ["a"] }, default: ["a", "a"] },
  ];
  for (const schema of bad) expect(fieldOf(schema)).toMatchObject({ initial: null });
});

test("a form without fields, or with one required boolean alone, is a plain confirm", () => {
  for (const empty of [{ type: "object", properties: {} }, { type: "object" }, {}]) {
    expect(normaliseForm(empty)).toEqual({ form: { fields: [] }, confirm: {} });
  }
  const boolean = { type: "boolean", title: "Sure?" };
  const confirm = { type: "object", properties: { confirm: boolean }, required: ["confirm"] };
  expect(normaliseForm(confirm)).toMatchObject({ form: { fields: [{ name: "confirm" }] }, confirm: { confirm: true } });
  expect(normaliseForm({ ...confirm, required: [] })).toHaveProperty("confirm", null);
  const two = { ...confirm, properties: { confirm: boolean, why: { type: "string" } } };
  expect(normaliseForm(two)).toHaveProperty("confirm", null);
});

test.each<[string, unknown, RegExp]>([
  ["nothing", undefined, /cannot be read/],
  ["null", null, /no form/],
  ["a list", [], /no form/],
  ["another type", { type: "array" }, /list of fields/],
  ["fields that are a list", { type: "object", properties: [] }, /malformed/],
  ["a required list of numbers", { ...one({ type: "string" }), required: [1] }, /required/],
  ["a required field that is not there", { ...one({ type: "string" }), required: ["y"] }, /requires "y"/],
  ["conditions", { ...one({ type: "string" }), if: {} }, /uses "if"/],
  ["a nested object", one({ type: "object", properties: {} }), /of a kind/],
  ["a reference to nothing", one({ $ref: "#/$defs/a" }), /does not hold/],
  ["a reference to elsewhere", one({ $ref: "https://example.com/a" }), /does not hold/],
  ["a reference to itself", { ...one({ $ref: "#/$defs/a" }), $defs: { a: { $ref: "#/$defs/a" } } }, /too many parts/],
  ["a free list", one({ type: "array", items: { type: "string" } }), /no options/],
  ["numbers as options of a text", one({ type: "string", enum: [1, 2] }), /not of its type/],
  ["a list of numbers", one({ type: "array", items: { type: "integer", enum: [1, 2] } }), /not texts/],
  ["objects as options", one({ enum: [{}] }), /neither texts nor numbers/],
  ["no options", one({ type: "string", enum: [] }), /no options/],
  ["an option twice", one({ enum: ["a", "a"] }), /twice/],
  ["201 options", one({ enum: Array.from({ length: 201 }, (_, at) => `${at}`) }), /more than 200/],
  ["excluded bounds without values between", one({ type: "number", exclusiveMinimum: 2, maximum: 1 }), /no answer/],
  ["a range without values", one({ type: "integer", minimum: 3, maximum: 2 }), /no answer/],
  ["a negative length", one({ type: "string", maxLength: -1 }), /malformed maxLength/],
  ["too many to choose", one({ type: "array", items: { enum: ["a"] }, minItems: 2 }), /more options than/],
  [
    "33 fields",
    { properties: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`f${at}`, {}])) },
    /more than 32/,
  ],
  ["a title of 5 KB", one({ type: "string", title: "t".repeat(5000) }), /too long/],
  ["a title that is no text", one({ type: "string", title: {} }), /malformed title/],
  ["65 KB", one({ type: "string", description: "d".repeat(65 * 1024) }), /larger than/],
  ["a nameless field", { properties: { "": { type: "string" } } }, /no usable name/],
  ["a password by format", one({ type: "string", format: "password" }), /password/],
])("E6: a form with %s is refused with a reason", (_name, schema, reason) => {
  expect(refusalOf(schema)).toMatch(reason);
});

test("E8: a field that asks for a secret is refused by name, title or description; a choice or a yes is not", () => {
  expect(refusalOf({ properties: { password: { type: "string" } } })).toMatch(/asks for a secret/);
  expect(refusalOf(one({ type: "string", title: "API key" }))).toMatch(/"API key"/);
  expect(refusalOf(one({ type: "string", description: "the 6-digit code we sent you" }))).toMatch(/secret/);
  expect(refusalOf(one({ type: "integer", title: "PIN" }))).toMatch(/secret/);
  expect(fieldOf({ type: "boolean", title: "Reset my password" })).toBeDefined();
  expect(fieldOf({ type: "string", enum: ["Password", "Passkey"], title: "Password or passkey" })).toBeDefined();
});

test("E8: a message that asks for a secret above a field to type into is refused; a yes, a choice and a mere mention are not", () => {
  const value = one({ type: "string", title: "Value" });
  const asked = normaliseForm(value, "Enter your database password below.");
  expect(asked).toEqual({
    refused: expect.stringMatching(/^It asks for a secret \("Enter your database password below\."\)/),
  });
  expect(normaliseForm(one({ type: "integer" }), "PIN")).toHaveProperty("refused");
  expect(normaliseForm(value, "Your password is not needed. What is your name?")).toHaveProperty("form");
  const typesNothing = [{}, one({ type: "boolean" }), one({ enum: ["a", "b"] })];
  for (const schema of typesNothing)
    expect(normaliseForm(schema, "Shall I enter your password?")).toHaveProperty("form");
});

test("E8: a field is refused whose text to begin with asks for a secret; a plain value that names one is not", () => {
  const beginning = (initial: unknown) => normaliseForm(one({ type: "string", title: "Value", default: initial }));
  for (const asks of ["type your password here", "Password:", "<API key>", "[PIN]", "Passwort …", "请输入您的密码"])
    expect(beginning(asks), asks).toMatchObject({ refused: expect.stringMatching(/^It asks for a secret/) });
  for (const plain of ["password", "DB_PASSWORD", "token", "Forgot password page", "Tokyo", "main", "Why?", "<none>"])
    expect(beginning(plain), plain).toHaveProperty("form");
  // What does not fit the field is not shown in it.
  const date = { type: "string", format: "date", default: "type your password here" };
  expect(normaliseForm(one(date))).toHaveProperty("form");
});

test("E8: a form is refused too that asks in the words around that field: its own title, a choice, an option, a yes", () => {
  const typed = { type: "string", title: "Value" };
  const form = (more: object, rest: object = {}) => ({ type: "object", properties: { x: typed, ...more }, ...rest });
  const ask = "Type your password into the other field";
  const cases = [
    form({}, { title: ask }),
    form({}, { description: ask }),
    form({ y: { type: "boolean", title: ask } }),
    form({ y: { type: "boolean", description: ask } }),
    form({ y: { enum: ["a", "b"], enumNames: ["A", ask] } }),
    form({ y: { type: "array", items: { anyOf: [{ const: "a", title: ask }] } } }),
  ];
  for (const schema of cases) expect(refusalOf(schema)).toMatch(/asks for a secret/);
  const method = { type: "string", enum: ["Password", "Passkey"], title: "Password or passkey" };
  expect(normaliseForm(form({ y: method, z: { type: "boolean", title: "Reset the password" } }))).toHaveProperty(
    "form",
  );
});

test("E7: names of Object.prototype are plain names or refused, and nothing is polluted", () => {
  expect(refusalOf(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'))).toMatch(/__proto__/);
  expect(refusalOf({ properties: { constructor: { type: "string" } } })).toMatch(/constructor/);
  expect(fieldOf({ type: "toString" })).toBeUndefined();
  expect(normaliseForm({ properties: { toString: { type: "string" } }, required: ["valueOf"] })).toHaveProperty(
    "refused",
  );
  const result = normaliseForm({ properties: { toString: { type: "string" } }, required: ["toString"] });
  expect("form" in result && validateContent(result.form, {})).toHaveProperty("errors");
  expect(({} as { type?: unknown }).type).toBeUndefined();
});

const keywords =
  "type title description default format minLength maxLength minimum maximum enum enumNames oneOf anyOf items minItems " +
  "maxItems pattern const $ref properties required allOf not exclusiveMinimum exclusiveMaximum multipleOf $defs readOnly";
const keyword = fc.constantFrom(...keywords.split(" "));
const value = fc.oneof(
  fc.constantFrom<unknown>("string", "number", "boolean", "array", "object", "email", ["a", "b"], "a", 1, -1, null),
  fc.constantFrom<unknown>([{ const: "a", title: "A" }], { type: "string", enum: ["a", "b"] }),
  fc.anything({ maxDepth: 2, withBigInt: true, withDate: true, withNullPrototype: true }),
);
const kind = fc.constantFrom<object>(
  { type: "string" },
  { type: "integer" },
  { type: "boolean" },
  { enum: ["a", "b"] },
);
/** A proper field with one thing about it changed. */
const nearlyProper = fc.tuple(kind, keyword, value).map(([proper, key, odd]) => ({ ...proper, [key]: odd }));
const field = fc.oneof(kind, nearlyProper, fc.dictionary(keyword, value));
const properties = fc.dictionary(fc.string({ maxLength: 4 }), field, { maxKeys: 4 });
const anySchema = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("object"), properties, required: fc.constant([]) }) },
  { weight: 1, arbitrary: fc.dictionary(keyword, value) },
  { weight: 1, arbitrary: fc.anything() },
);

test("E6, E7: 10,000 hostile schemas: never a throw, and defaults always fit their own form", () => {
  let shown = 0;
  fc.assert(
    fc.property(anySchema, (schema) => {
      const result = normaliseForm(schema);
      if (!("form" in result)) return;
      shown += 1;
      const optional = { fields: result.form.fields.map((field) => ({ ...field, required: false })) };
      expect(validateContent(optional, initialContent(optional))).toHaveProperty("content");
    }),
    { numRuns: 10_000 },
  );
  expect(shown).toBeGreaterThan(1_000);
});

test("E6: forms at the limits are shown or refused in words", () => {
  const read = hostileForms().map((schema) => normaliseForm(schema));
  expect(read.map((result) => ("form" in result ? "shown" : result.refused))).toEqual([
    "shown",
    expect.stringContaining("asks for a secret"),
    expect.stringContaining("nested deeper"),
    "shown",
    "shown",
  ]);
});
