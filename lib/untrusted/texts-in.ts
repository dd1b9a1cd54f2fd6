import { isJsonObject, type JsonValue } from "./json.ts";

/** Every text anywhere in a value, in its order; with the names of its fields where `names` is set. */
export function textsIn(value: JsonValue, names = false): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, names));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => [...(names ? [name] : []), ...textsIn(item, names)]);
}
