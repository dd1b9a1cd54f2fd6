import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";

export type ArgumentRow = { key: string; title: string | null; value: JsonValue; schema: JsonObject };

/** Every field of the arguments: first in the order of the schema, then those that it does not know. */
export function argumentRows(value: JsonObject, schema: JsonObject): ArgumentRow[] {
  const known = Object.keys(propertiesOf(schema)).filter((key) => Object.hasOwn(value, key));
  const keys = new Set([...known, ...Object.keys(value)]);
  return [...keys].flatMap((key) => {
    const field = value[key];
    if (field === undefined) return [];
    const ofField = propertySchema(schema, key);
    return [{ key, title: titleOf(ofField, key), value: field, schema: ofField }];
  });
}

export function propertiesOf(schema: JsonObject): JsonObject {
  const properties = ownValue(schema, "properties");
  return isJsonObject(properties) ? properties : {};
}

export function propertySchema(schema: JsonObject, key: string): JsonObject {
  const property = ownValue(propertiesOf(schema), key);
  return isJsonObject(property) ? property : {};
}

export function itemSchema(schema: JsonObject): JsonObject {
  const items = ownValue(schema, "items");
  return isJsonObject(items) ? items : {};
}

/** Schemas come from servers: a key such as `constructor` must not reach the prototype. */
export function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function titleOf(schema: JsonObject, key: string): string | null {
  const title = ownValue(schema, "title");
  return typeof title === "string" && title.trim() !== "" && title !== key ? title : null;
}

/** The arguments as stored, or null when the text is not a JSON object. */
export function readArguments(json: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(json);
    // JSON.parse returns JSON values; only the outermost kind must be checked.
    return isJsonObject(value) ? (value as JsonObject) : null;
  } catch {
    // Not JSON: its card shows the text as it is and cannot be approved, and no caption or table reads it.
    return null;
  }
}
