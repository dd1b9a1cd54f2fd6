import type { JsonValue } from "./json.ts";

/** Whether objects and lists stand in one another more often than that. What reads such a value must bear so many levels. */
export function isDeeperThan(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1));
}
