import { expect, test } from "vitest";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { argumentsOf } from "./arguments-of.ts";

test("P50: the form offers the arguments of a schema by their kinds, those of nested fields too", () => {
  const schema: JsonObject = {
    properties: {
      amount: { type: "number" },
      count: { type: ["integer", "null"] },
      currency: { enum: ["EUR", "USD"] },
      to: { type: "array", items: { type: "string" } },
      urgent: { anyOf: [{ type: "boolean" }, { type: "null" }] },
      customer: { type: "object", properties: { country: { type: "string" }, "odd name": {} } },
      owner: { $ref: "#/$defs/Person" },
      constructor: { type: "string" },
    },
    $defs: { Person: { type: "object", properties: { name: { type: "string" }, boss: { $ref: "#/$defs/Person" } } } },
  };
  const told = argumentsOf([schema]).map(({ path, kind, choices }) => [path.join(" / "), kind, ...(choices ?? [])]);
  expect(told.slice(0, 9)).toEqual([
    ["amount", "number"],
    ["count", "number"],
    ["currency", "text", "EUR", "USD"],
    ["to", "list"],
    ["urgent", "boolean"],
    ["customer / country", "text"],
    ["customer / odd name", "unknown"],
    ["owner / name", "text"],
    ["owner / boss / name", "text"],
  ]);
  const other: JsonObject = { properties: { amount: { type: "string" }, currency: { enum: ["CHF"] } } };
  expect(argumentsOf([schema, other]).slice(0, 3)).toMatchObject([
    { kind: "unknown" },
    { kind: "number" },
    { choices: ["EUR", "USD", "CHF"] },
  ]);
});

test("P50: a hostile schema gives no more than can be chosen from", () => {
  const wide = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, { $ref: "#/$defs/a" }]));
  const looping: JsonObject = { properties: wide, $defs: { a: { type: "object", properties: wide } } };
  expect(argumentsOf([looping])).toHaveLength(0);
  const deep: JsonObject = {
    properties: { a: { $ref: "#/$defs/a" } },
    $defs: { a: { properties: { a: { $ref: "#/$defs/a" } } } },
  };
  expect(argumentsOf([deep]).at(-1)?.path).toHaveLength(4);
  expect(
    argumentsOf([{ properties: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, {}])) }]),
  ).toHaveLength(200);
});
