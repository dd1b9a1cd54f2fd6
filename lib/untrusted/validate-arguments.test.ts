import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import type { JsonObject, JsonValue } from "./json.ts";
import { validateArguments } from "./validate-arguments.ts";

const sendEmail: JsonObject = {
  type: "object",
  properties: {
    to: { type: "array", items: { type: "string" }, minItems: 1 },
    subject: { type: "string", maxLength: 5 },
    priority: { enum: ["low", "high"] },
    copies: { type: "integer", minimum: 1 },
    reply: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
  required: ["to", "subject"],
  additionalProperties: false,
};

test("S1.19: arguments that fit are accepted", () => {
  const args = { to: ["ana"], subject: "hello", priority: "low", copies: 2, reply: null };
  expect(validateArguments(sendEmail, args)).toEqual({ ok: true });
});

test("S1.19, row 10: each misfit is named by its path, in words", () => {
  const args = { to: ["ana", 5], priority: "mid", copies: 1.5, reply: {}, "x y": 1 };
  expect(validateArguments(sendEmail, args)).toEqual({
    errors: [
      { path: "/subject", message: "is missing" },
      { path: "/to/1", message: "must be of type string, not number" },
      { path: "/priority", message: 'must be one of ["low","high"]' },
      { path: "/copies", message: "must be a whole number" },
      { path: "/reply", message: "fits none of the allowed forms" },
      { path: "/reply", message: "must be of type string, not object" },
      { path: "/reply", message: "must be of type null, not object" },
      { path: "/x y", message: "is not a known argument" },
    ],
  });
});

test("errors are few and short however many there are", () => {
  const schema = { properties: { list: { items: { enum: Array.from({ length: 500 }, (_, at) => `option ${at}`) } } } };
  const result = validateArguments(schema, { list: Array.from({ length: 100 }, () => "none") });
  expect(result).toHaveProperty("errors.length", 10);
  for (const { message } of (result as { errors: { message: string }[] }).errors) {
    expect(message.length).toBeLessThanOrEqual(301);
  }
});

test("local references and the drafts that servers still send are understood", () => {
  const schema = { properties: { a: { $ref: "#/$defs/short" } }, $defs: { short: { type: "string", maxLength: 2 } } };
  expect(validateArguments(schema, { a: "ab" })).toEqual({ ok: true });
  expect(validateArguments(schema, { a: "abc" })).toHaveProperty("errors");
  const old = {
    $schema: "http://json-schema.org/draft-04/schema#",
    properties: { n: { minimum: 1, exclusiveMinimum: true } },
  };
  expect(validateArguments(old, { n: 1 })).toHaveProperty("errors");
  const tree = { properties: { children: { items: { $ref: "#" } }, name: { type: "string" } }, required: ["name"] };
  expect(validateArguments(tree, { name: "a", children: [{ name: "b" }, { name: "c", children: [] }] })).toEqual({
    ok: true,
  });
  expect(validateArguments(tree, { name: "a", children: [{ children: [] }] })).toHaveProperty("errors");
});

test("E6, G8: a regular expression of a server is never run, and what it would turn round does not refuse", () => {
  const evil = "^(a+)+$";
  const args = { a: `${"a".repeat(50)}!` };
  const pattern = { type: "string", pattern: evil };
  const schemas: JsonObject[] = [
    { properties: { a: pattern } },
    { patternProperties: { [evil]: { type: "number" } }, additionalProperties: false },
    { not: { properties: { a: { pattern: "^b" } } } },
    { properties: { a: { oneOf: [pattern, { type: "string", pattern: "!$" }] } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a JSON Schema keyword
    { if: { properties: { a: pattern } }, then: { required: ["b"] } },
    { propertyNames: { pattern: "^b" } },
    { allOf: [{ patternProperties: { "^a": true } }], unevaluatedProperties: false },
  ];
  for (const schema of schemas) expect(validateArguments(schema, args)).toEqual({ ok: true });
});

test.each<[string, JsonObject]>([
  ["a remote reference", { properties: { a: { $ref: "https://evil.test/schema" } } }],
  ["a reference to a file", { $ref: "file:///etc/passwd" }],
  ["a reference to nowhere", { properties: { a: { $ref: "#/$defs/none" } } }],
  ["a dynamic reference", { properties: { a: { $dynamicRef: "#node" } } }],
  ["a reference to itself", { $ref: "#" }],
  ["a choice of itself", { anyOf: [{ $ref: "#" }, { $ref: "#" }] }],
  ["malformed keywords", { properties: [] }],
  ["an unknown type", { properties: { a: { type: "any" } } }],
  ["a number as required", { required: 5 }],
  ["500 levels", deep(500)],
  ["doubling references", doubled({}, 40)],
  ["20,000 properties", { properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, {}])) }],
])("E6: %s cannot be checked, and says so", (_name, schema) => {
  const result = validateArguments(schema, { a: "x", children: [{}] });
  expect(result).toEqual({ unchecked: expect.stringMatching(/^its schema .+/) });
});

test("E6: doubling choices over nested arguments end within the budget", () => {
  const half = { properties: { c: { $ref: "#" } }, required: ["d"] };
  let args: JsonObject = {};
  for (let level = 0; level < 30; level += 1) args = { c: args };
  expect(validateArguments({ anyOf: [half, half] }, args)).toHaveProperty("unchecked");
  expect(validateArguments(sendEmail, { to: ["ana"], subject: "next" })).toEqual({ ok: true });
});

const wide = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, 1]));
const list = Array.from({ length: 5_000 }, () => ({ a: 1 }));
const again = (schema: JsonObject, times = 300) => ({ allOf: Array.from({ length: times }, () => schema) });
const names = Array.from({ length: 3_000 }, (_, at) => `n${at}`);
const allTrue = Object.fromEntries(names.map((name) => [name, true]));

const longName = "k".repeat(60_000);
/** Each letter of it is escaped. */
const oddName = "é~".repeat(10_000);

test.each<[string, JsonObject, JsonValue]>([
  ["additionalProperties: true", again({ additionalProperties: true }), wide],
  ["additionalProperties: false", again({ additionalProperties: false }), wide],
  ["unevaluatedProperties: true", again({ unevaluatedProperties: true }), wide],
  ["propertyNames: true", again({ propertyNames: true }), wide],
  ["minProperties", again({ minProperties: 1 }), wide],
  ["items: true", again({ items: true }), list],
  ["contains: false", again({ contains: false }), list],
  ["unevaluatedItems: true", again({ unevaluatedItems: true }), list],
  ["properties: true", { items: { properties: allTrue } }, list],
  ["dependentSchemas: true", { items: { dependentSchemas: allTrue } }, list],
  ["dependentRequired", { items: { dependentRequired: { a: names } } }, list],
  ["required", { items: { required: names } }, list],
  ["anyOf of booleans", { items: { anyOf: Array.from({ length: 10_000 }, () => false) } }, list],
  ["a long enum", { items: { enum: names } }, list],
  ["a long word in an enum", { items: { enum: ["x".repeat(100_000)] } }, list],
  ["a large const", { items: { const: allTrue } }, list],
  ["maxLength of a long text", again({ maxLength: 1 }, 4_000), "x".repeat(60_000)],
  ["a long chain of references", chain(500), wide],
  ["a long name", { properties: { ["p".repeat(50_000)]: again({ type: "null" }) } }, {}],
  ["minLength of a long name", { propertyNames: again({ minLength: 1 }, 2_000) }, { [longName]: 1 }],
  ["maxLength of a long name", doubled({ propertyNames: { maxLength: 1 } }, 10), { [longName]: 1 }],
  ["propertyNames of a long name", doubled({ propertyNames: true }, 10), { [longName]: 1 }],
  ["additionalProperties of an odd name", doubled({ additionalProperties: true }, 10), { [oddName]: 1 }],
  ["unevaluatedProperties of an odd name", doubled({ unevaluatedProperties: true }, 10), { [oddName]: 1 }],
  ["properties of an odd name", doubled({ properties: { [oddName]: true } }, 10), { [oddName]: 1 }],
  ["dependentSchemas of an odd name", doubled({ dependentSchemas: { [oddName]: true } }, 10), { [oddName]: 1 }],
])("E6: %s, again and again, counts as work", (_name, schema, a) => {
  expect(validateArguments({ properties: { a: schema }, ...defsOf(schema) }, { a })).toHaveProperty("unchecked");
});

test("E6: of thousands of misfits of a long name, as many are put into words as are said", () => {
  const decoded = vi.spyOn(globalThis, "decodeURI");
  onTestFinished(() => decoded.mockRestore());
  const schema = { additionalProperties: again({ type: "string" }, 4_000) };
  const misfit = { path: `/${longName.slice(1, 1_000)}…`, message: "must be of type string, not number" };
  expect(validateArguments(schema, { [longName]: 1 })).toEqual({ errors: Array.from({ length: 10 }, () => misfit) });
  expect(decoded).toHaveBeenCalledTimes(10);
});

test("E6: what a large call of a usual tool costs is within the budget", () => {
  const row = { type: "object", properties: { a: { type: "integer" } }, required: ["a"], additionalProperties: false };
  const fits = (a: JsonValue, schema: JsonObject) => validateArguments({ properties: { a: schema } }, { a });
  expect(fits(list.slice(0, 3_000), { type: "array", items: row })).toEqual({ ok: true });
  expect(fits(wide, { type: "object", additionalProperties: { type: "integer" } })).toEqual({ ok: true });
  const text = "x".repeat(60_000);
  expect(fits(text, { type: "string", minLength: 1, maxLength: 100_000 })).toEqual({ ok: true });
  const noted = { a: list.slice(0, 2_000), text };
  expect(fits(noted, { type: "object", properties: { a: { items: row } } })).toEqual({ ok: true });
  const files = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, at) => [`${"folder/".repeat(8)}file-${at}.ts`, 1]),
  );
  expect(fits(files, { type: "object", additionalProperties: { type: "integer" } })).toEqual({ ok: true });
});

test("E6: what a schema says nothing of is not gone through, however large it is", () => {
  let looks = 0;
  const look = <Seen>(seen: Seen) => {
    looks += 1;
    return seen;
  };
  const large: JsonValue = new Proxy([], {
    get: (rows, key) => look(Reflect.get(rows, key)),
    ownKeys: (rows) => look(Reflect.ownKeys(rows)),
  });
  const schema: JsonObject = { type: "object", properties: { name: { type: "string", maxLength: 5 } } };
  expect(validateArguments({ type: "object", required: ["rows"] }, { rows: large })).toEqual({ ok: true });
  expect(looks).toBe(0);
  // How long its texts are is looked at once it matters.
  expect(validateArguments(schema, { rows: large, name: "Ana" })).toEqual({ ok: true });
  expect(looks).toBeGreaterThan(0);
});

test("E7: names of Object.prototype in schema or arguments mean only themselves", () => {
  const schema = { properties: { toString: { type: "string" } }, required: ["valueOf"] };
  expect(validateArguments(schema, { valueOf: 1 })).toEqual({ ok: true });
  expect(validateArguments(schema, {})).toEqual({ errors: [{ path: "/valueOf", message: "is missing" }] });
  validateArguments(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'), {});
  expect(({} as { type?: unknown }).type).toBeUndefined();
});

/** A schema together with a value that fits it. */
type Fit = [schema: JsonValue, value: JsonValue];

const fitting = fc.letrec<{ pair: Fit }>((tie) => ({
  pair: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.string().map((text): Fit => [{ type: "string", pattern: "x", format: "date" }, text]),
    fc.integer().map((n): Fit => [{ type: "integer", minimum: n, maximum: n }, n]),
    fc.jsonValue({ maxDepth: 1 }).map((value): Fit => [{ enum: [value as JsonValue, "other"] }, value as JsonValue]),
    tie("pair").map(([schema, value]): Fit => [{ oneOf: [schema, { type: "string", maxLength: -1 }] }, value]),
    tie("pair").map(([schema, value]): Fit => [{ allOf: [schema, true], $comment: "x" }, value]),
    tie("pair").map(([schema, value]): Fit => [{ type: "array", items: schema, uniqueItems: true }, [value]]),
    fc
      .dictionary(
        fc.string({ maxLength: 3 }).filter((key) => key !== "__proto__"),
        tie("pair"),
        { maxKeys: 3 },
      )
      .map((members): Fit => [
        {
          type: "object",
          properties: Object.fromEntries(Object.entries(members).map(([key, [schema]]) => [key, schema])),
          required: Object.keys(members),
          additionalProperties: false,
        },
        Object.fromEntries(Object.entries(members).map(([key, [, value]]) => [key, value])),
      ]),
  ),
})).pair;

test("S1.19: a value that fits its schema is never refused, and one of the wrong type always is", () => {
  fc.assert(
    fc.property(fitting, ([schema, value]) => {
      const whole = { type: "object", properties: { a: schema }, required: ["a"] };
      const result = validateArguments(whole, { a: value });
      expect(result).not.toHaveProperty("errors");
      expect(validateArguments({ ...whole, properties: { a: { allOf: [schema, false] } } }, { a: value })).not.toEqual({
        ok: true,
      });
    }),
    { numRuns: 500 },
  );
});

test("E6: any JSON as a schema and any JSON as arguments give an answer", () => {
  const keyword = fc.constantFrom(
    "type",
    "properties",
    "items",
    "$ref",
    "anyOf",
    "not",
    "required",
    "pattern",
    "enum",
    "$id",
  );
  const value = fc.oneof(
    fc.constantFrom("#", "string", "#/properties/a", "(", "object"),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const schema = fc.dictionary(keyword, fc.oneof(value, fc.dictionary(keyword, value)));
  fc.assert(
    fc.property(schema, fc.dictionary(fc.string(), fc.jsonValue()), (source, args) => {
      const result = validateArguments(source as JsonObject, args as JsonObject);
      expect(["ok", "errors", "unchecked"]).toContain(Object.keys(result)[0]);
      if ("errors" in result) expect(result.errors.length).toBeGreaterThan(0);
    }),
    { numRuns: 1_000 },
  );
});

function deep(levels: number): JsonObject {
  let schema: JsonObject = { type: "string" };
  for (let level = 0; level < levels; level += 1) schema = { properties: { a: schema } };
  return schema;
}

function doubled(leaf: JsonObject, levels: number): JsonObject {
  const $defs: JsonObject = { [`d${levels}`]: leaf };
  for (let level = 0; level < levels; level += 1) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = { allOf: [next, next] };
  }
  return { $ref: "#/$defs/d0", $defs };
}

/** Each looks at all names, and hands what it saw to the one before. */
function chain(length: number): JsonObject {
  const $defs: JsonObject = { [`d${length}`]: { additionalProperties: true } };
  for (let at = 0; at < length; at += 1) $defs[`d${at}`] = { allOf: [{ $ref: `#/$defs/d${at + 1}` }] };
  return { $ref: "#/$defs/d0", $defs };
}

/** References start at the whole schema. */
function defsOf({ $defs }: JsonObject): JsonObject {
  return $defs === undefined ? {} : { $defs };
}
