import type { JsonObject, JsonValue } from "./json.ts";
import {
  isLargerThan,
  maxArgumentsBytes,
  maxJsonDepth,
  problemOfKey,
  problemOfNumber,
  problemOfText,
  tooDeep,
  tooLarge,
} from "./json-limits.ts";

/**
 * Checks a value that somebody else parsed for what `parseStrictJson` refuses, and for everything that is not plain
 * JSON (`undefined`, class instances, getters, holes, cycles). Resolves to a fresh copy, so that nobody who still holds
 * the original can change what was checked (THREATS A8, C11, E7). Never throws.
 */
export function refuseUnsafeJson(
  value: unknown,
  maxBytes: number = maxArgumentsBytes,
): { value: JsonValue } | { problem: string } {
  const budget = { characters: maxBytes };
  try {
    const copy = copyOf(value, 0, budget);
    return isLargerThan(JSON.stringify(copy), maxBytes) ? { problem: tooLarge(maxBytes) } : { value: copy };
  } catch (error) {
    if (error instanceof Problem) return { problem: error === overBudget ? tooLarge(maxBytes) : error.message };
    // A proxy or getter of the caller threw: such a value is not JSON either.
    return { problem: "The value is not plain JSON" };
  }
}

/** Leaves the recursion in one step; never leaves this file. */
class Problem extends Error {}
const overBudget = new Problem();

type Budget = { characters: number };

function copyOf(value: unknown, depth: number, budget: Budget): JsonValue {
  spend(budget, 1);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") {
    refuse(problemOfNumber(value));
    return value === 0 ? 0 : value;
  }
  if (typeof value === "string") {
    spend(budget, value.length);
    refuse(problemOfText(value));
    return value;
  }
  if (typeof value !== "object") throw new Problem(`A value of type ${typeof value} is not JSON`);
  if (depth >= maxJsonDepth) throw new Problem(tooDeep);
  return Array.isArray(value) ? copyOfArray(value, depth + 1, budget) : copyOfObject(value, depth + 1, budget);
}

function copyOfArray(items: unknown[], depth: number, budget: Budget): JsonValue[] {
  spend(budget, items.length);
  return Array.from({ length: items.length }, (_, index) => copyOf(dataOf(items, index), depth, budget));
}

function copyOfObject(object: object, depth: number, budget: Budget): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) throw new Problem("The value is not plain JSON");
  const copy: JsonObject = {};
  for (const key of Reflect.ownKeys(object)) {
    if (typeof key === "symbol") throw new Problem("The value is not plain JSON");
    spend(budget, key.length);
    refuse(problemOfKey(key));
    copy[key] = copyOf(dataOf(object, key), depth, budget);
  }
  return copy;
}

/** A getter could answer differently each time it is asked, so only stored data counts. */
function dataOf(holder: object, key: PropertyKey): unknown {
  const property = Object.getOwnPropertyDescriptor(holder, key);
  if (property === undefined || !("value" in property)) throw new Problem("The value is not plain JSON");
  return property.value;
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new Problem(problem);
}

function spend(budget: Budget, characters: number): void {
  budget.characters -= characters;
  if (budget.characters < 0) throw overBudget;
}
