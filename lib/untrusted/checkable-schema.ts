import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

type Draft = "4" | "7" | "2019-09" | "2020-12";

/**
 * A copy of a server's schema that is safe to evaluate, and never stricter than the original; or why there is none.
 *
 * Left out: `pattern` and `patternProperties` (a server's regular expression could block the process for seconds:
 * THREATS E6, G8), `uniqueItems` (quadratic), and `format` (an annotation by the standard). Where something was left
 * out, what a weaker condition would turn round goes too: `not`, `if`, unevaluated items, the "one" of `oneOf`. The
 * server checks all of it itself.
 */
export function checkableSchema(source: JsonObject): { schema: JsonObject; draft: Draft } | { unchecked: string } {
  try {
    const scan = scanned(source);
    if (scan.nestedId && scan.refs) throw new Uncheckable("its schema mixes $id with references");
    const draft = draftOf(source);
    return { schema: copyOf(source, { draft, lossy: scan.lossy }), draft };
  } catch (error) {
    if (error instanceof Uncheckable) return { unchecked: error.message };
    throw error;
  }
}

/** Leaves the recursion in one step; this file catches it. */
class Uncheckable extends Error {}

const mostDepth = 64;
const mostSubschemas = 5000;
/** Characters of the paths to all subschemas together; the library keeps each path. */
const mostOfPaths = 1_000_000;

const lossyKeywords = ["pattern", "patternProperties", "uniqueItems", "format", "dependencies"];
const unsupportedKeywords = ["$dynamicRef", "$recursiveRef"];

/** Walks every object of the document once, so that the copier below may recurse safely. */
function scanned(root: JsonObject) {
  const found = { lossy: false, refs: false, nestedId: false };
  let objects = 0;
  let ofPaths = 0;
  const visit = (value: JsonValue, depth: number, path: number): void => {
    if (typeof value !== "object" || value === null) return;
    objects += 1;
    ofPaths += path;
    if (depth > mostDepth || objects > mostSubschemas || ofPaths > mostOfPaths)
      throw new Uncheckable("its schema is too large");
    if (!Array.isArray(value)) {
      if (lossyKeywords.some((keyword) => Object.hasOwn(value, keyword))) found.lossy = true;
      if (unsupportedKeywords.some((keyword) => Object.hasOwn(value, keyword)))
        throw new Uncheckable("its schema uses dynamic references");
      if (Object.hasOwn(value, "$ref")) found.refs = true;
      if (value !== root && typeof value["$id"] === "string") found.nestedId = true;
    }
    for (const [key, inner] of Object.entries(value)) visit(inner, depth + 1, path + 1 + key.length);
  };
  visit(root, 0, 0);
  return found;
}

function draftOf({ $schema }: JsonObject): Draft {
  if (typeof $schema !== "string") return "2020-12";
  if ($schema.includes("draft-04")) return "4";
  if ($schema.includes("draft-07") || $schema.includes("draft-06")) return "7";
  return $schema.includes("2019-09") ? "2019-09" : "2020-12";
}

type Context = { draft: Draft; lossy: boolean };
type Copier = (value: JsonValue, context: Context, whole: JsonObject) => JsonValue | undefined;

function copyOf(schema: JsonObject, context: Context): JsonObject {
  const copy: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const copier = Object.hasOwn(copiers, keyword) ? copiers[keyword] : undefined;
    const copied = copier?.(value, context, schema);
    if (copied === undefined) continue;
    if (keyword === "oneOf" && context.lossy) copy["anyOf"] ??= copied;
    else copy[keyword] = copied;
  }
  return copy;
}

const subschema: Copier = (value, context) => {
  if (typeof value === "boolean") return value;
  if (!isJsonObject(value)) throw new Uncheckable("its schema is malformed");
  return copyOf(value, context);
};
const subschemas: Copier = (value, context, whole) =>
  Array.isArray(value) ? value.map((item) => subschema(item, context, whole) ?? true) : malformed();
const subschemaMap: Copier = (value, context, whole) =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, subschema(item, context, whole) ?? true]))
    : malformed();
const unlessLossy =
  (copier: Copier): Copier =>
  (value, context, whole) =>
    context.lossy ? undefined : copier(value, context, whole);
const holding =
  (isRight: (value: JsonValue, context: Context) => boolean): Copier =>
  (value, context) =>
    isRight(value, context) ? value : malformed();

const types = ["object", "array", "string", "number", "integer", "boolean", "null"];
const isType = (value: JsonValue) => typeof value === "string" && types.includes(value);
const isTexts = (value: JsonValue) => Array.isArray(value) && value.every((item) => typeof item === "string");
const isNumber = (value: JsonValue) => typeof value === "number";
const isLimit = (value: JsonValue, { draft }: Context) => typeof value === (draft === "4" ? "boolean" : "number");
const isLocal = (value: JsonValue) => typeof value === "string" && (value === "#" || value.startsWith("#/"));

/**
 * Every keyword that is evaluated. All others are left out: they say nothing about values, or we cannot evaluate them.
 */
const copiers: { [keyword: string]: Copier } = {
  $ref: (value) => {
    if (!isLocal(value)) throw new Uncheckable("its schema refers to something outside of itself");
    return value;
  },
  $defs: subschemaMap,
  definitions: subschemaMap,
  type: holding((value) => (Array.isArray(value) ? value.every(isType) : isType(value))),
  enum: holding(Array.isArray),
  const: (value) => value,
  properties: subschemaMap,
  required: holding(isTexts),
  additionalProperties: (value, context, whole) =>
    Object.hasOwn(whole, "patternProperties") ? undefined : subschema(value, context, whole),
  unevaluatedProperties: unlessLossy(subschema),
  propertyNames: subschema,
  minProperties: holding(isNumber),
  maxProperties: holding(isNumber),
  dependentRequired: holding((value) => isJsonObject(value) && Object.values(value).every(isTexts)),
  dependentSchemas: subschemaMap,
  prefixItems: subschemas,
  items: (value, context, whole) => (Array.isArray(value) ? subschemas : subschema)(value, context, whole),
  additionalItems: subschema,
  unevaluatedItems: unlessLossy(subschema),
  contains: subschema,
  minContains: holding(isNumber),
  maxContains: unlessLossy(holding(isNumber)),
  minItems: holding(isNumber),
  maxItems: holding(isNumber),
  minimum: holding(isNumber),
  maximum: holding(isNumber),
  exclusiveMinimum: holding(isLimit),
  exclusiveMaximum: holding(isLimit),
  multipleOf: holding(isNumber),
  minLength: holding(isNumber),
  maxLength: holding(isNumber),
  allOf: subschemas,
  anyOf: subschemas,
  oneOf: subschemas,
  not: unlessLossy(subschema),
  if: unlessLossy(subschema),
  // oxlint-disable-next-line unicorn/no-thenable -- a JSON Schema keyword
  then: unlessLossy(subschema),
  else: unlessLossy(subschema),
};

function malformed(): never {
  throw new Uncheckable("its schema is malformed");
}
