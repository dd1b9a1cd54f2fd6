import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { Unshowable } from "./unshowable.ts";

/** No server means more by one field. */
const mostSteps = 8;

/**
 * A field as the specification writes it. Libraries put an enum or a model's part into the definitions and refer to it,
 * alone or as the only part of a whole, and write an optional field as "this or null"; we omit an optional field
 * instead. `more`: whether what was put together may say less than its parts.
 */
export function plainSchema(schema: JsonObject, whole: JsonObject): { plain: JsonObject; more: boolean } {
  let plain = schema;
  let more = false;
  for (let step = 0; step < mostSteps; step += 1) {
    const next = withoutReference(plain, whole) ?? withoutNull(plain);
    if (next === null) return { plain, more };
    more ||= !Array.isArray(plain["type"]);
    plain = next;
  }
  throw new Unshowable("is made of too many parts");
}

function withoutReference({ $ref, allOf, ...rest }: JsonObject, whole: JsonObject): JsonObject | null {
  if ($ref !== undefined) {
    const others = allOf === undefined ? {} : { allOf };
    return { ...definitionOf($ref, whole), ...others, ...rest };
  }
  const [part, ...more] = Array.isArray(allOf) ? allOf : [];
  return isJsonObject(part) && more.length === 0 ? { ...part, ...rest } : null;
}

function definitionOf($ref: JsonValue, whole: JsonObject): JsonObject {
  const [, key = "", name = ""] = (typeof $ref === "string" && /^#\/(\$defs|definitions)\/([^/~%]+)$/.exec($ref)) || [];
  const definitions = Object.hasOwn(whole, key) ? whole[key] : null;
  const found = isJsonObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : null;
  if (!isJsonObject(found)) throw new Unshowable("refers to what its form does not hold");
  return found;
}

/** Null where nothing says "or null". */
function withoutNull(schema: JsonObject): JsonObject | null {
  const { type } = schema;
  if (Array.isArray(type) && type.length === 2 && type.includes("null"))
    return { ...schema, type: type.find((one) => one !== "null") ?? null };
  if (type !== undefined) return null;
  for (const keyword of ["anyOf", "oneOf"]) {
    const { [keyword]: variants, ...rest } = schema;
    if (!Array.isArray(variants)) continue;
    const others = variants.filter((one) => !(isJsonObject(one) && one["type"] === "null"));
    const [only] = others;
    if (others.length === 1 && isJsonObject(only) && !Object.hasOwn(only, "const")) return { ...only, ...rest };
    if (others.length < variants.length) return { ...rest, [keyword]: others };
  }
  return null;
}
