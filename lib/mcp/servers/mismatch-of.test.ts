import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import { maskOf } from "#lib/audit/mask.ts";
import { mismatchOf as misfit } from "./mismatch-of.ts";

const mismatchOf = (...[schema, sent]: [JsonObject, Parameters<typeof misfit>[1]]) => misfit(schema, sent, maskOf([]));

const schema = {
  type: "object",
  properties: { rows: { type: "array", items: { type: "number" } }, left: { type: "integer" } },
  required: ["rows"],
  additionalProperties: false,
};
const lead = "The structured content is not as the tool's own schema says: ";

test.each<[JsonValue, string | null]>([
  [{ rows: [1, 2] }, null],
  [{ rows: "A-17" }, `${lead}/rows must be of type array, not string.`],
  [{}, `${lead}/rows is missing.`],
  [{ rows: [], more: 1 }, `${lead}/more is not a known member.`],
  [[1], `${lead}it must be of type object, not array.`],
  [
    { rows: ["a", "b", "c", "d"] },
    `${lead}/rows/0 must be of type number, not string; /rows/1 must be of type number, not string; /rows/2 must be of type number, not string; and 1 more.`,
  ],
])("S0.69: %j", (structuredContent, expected) => {
  expect(mismatchOf(schema, { structuredContent })).toBe(expected);
});

test("S0.69: a result without what its tool promises says so, unless it is an error; a schema nobody can check says nothing", () => {
  expect(mismatchOf(schema, {})).toBe("The tool says that its results have structured content, and this one has none.");
  expect(mismatchOf(schema, { isError: true })).toBeNull();
  expect(mismatchOf(schema, { structuredContent: { rows: [], ["x".repeat(100_000)]: 1 } })?.length).toBeLessThan(400);
  expect(mismatchOf({ $ref: "https://example.com/schema" }, { structuredContent: 1 })).toBeNull();
});
