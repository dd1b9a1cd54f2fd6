export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object with own, enumerable string keys. */
export type JsonObject = { [key: string]: JsonValue };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
