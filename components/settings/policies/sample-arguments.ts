import { propertySchema, ownValue } from "#lib/approvals/argument-rows.ts";
import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";

const empty: { [type: string]: JsonValue } = {
  string: "",
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  object: {},
};

/** The arguments that a tool wants at least, each with the emptiest value of its type. */
export function sampleArguments(schema: JsonObject): JsonObject {
  const required = ownValue(schema, "required");
  if (!Array.isArray(required)) return {};
  return Object.fromEntries(
    required.flatMap((key): [string, JsonValue][] => {
      if (typeof key !== "string") return [];
      const of = propertySchema(schema, key);
      const [first] = Array.isArray(of["enum"]) ? of["enum"] : [];
      const type = typeof of["type"] === "string" ? of["type"] : "";
      const value = first ?? (Object.hasOwn(empty, type) ? empty[type] : undefined);
      return [[key, value ?? null]];
    }),
  );
}
