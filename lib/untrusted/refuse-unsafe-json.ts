import type { JsonObject, JsonValue } from "./json.ts";

/** Limits of depth and size, shared by both strict readers. */
export const maxJsonDepth = 32;
export const maxArgumentsBytes = 64 * 1024;

/**
 * Checks a parsed value for everything that `parseStrictJson` refuses (THREATS C11: ambiguous JSON, E7: special
 * property names), and for everything that is not plain JSON (`undefined`, class instances, getters, holes, cycles).
 * Returns a fresh copy, so that a holder of the original cannot change what was checked (A8: what is shown runs). Never
 * throws.
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

/** Leaves the recursion in one step; this file catches it. */
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

/** A getter could return another value each time, so only data properties count. */
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

/** A key that could reach an object's prototype in less careful code (THREATS E7: special property names). */
const poisonedKeys = new Set(["__proto__", "constructor", "prototype"]);

export function problemOfKey(key: string): string | null {
  if (poisonedKeys.has(key)) return `The key "${key}" is not allowed`;
  return problemOfText(key);
}

/**
 * A lone surrogate has no UTF-8 form, so the text that is shown could not be the text that is sent (THREATS C11:
 * ambiguous JSON).
 */
export function problemOfText(text: string): string | null {
  return text.isWellFormed() ? null : "Text contains half of a surrogate pair";
}

/** Beyond 2^53 two readers of the same digits may see different numbers (THREATS C11: ambiguous JSON). */
export function problemOfNumber(value: number): string | null {
  if (!Number.isFinite(value)) return "A number is too large";
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return "A whole number is larger than 9007199254740991 and cannot be read exactly";
  return null;
}

export const tooDeep = `JSON is nested deeper than ${maxJsonDepth} levels`;

export function tooLarge(maxBytes: number): string {
  return `JSON is larger than ${maxBytes} bytes`;
}

const encoder = new TextEncoder();

export function isLargerThan(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  // One UTF-16 unit takes at most three bytes.
  return text.length * 3 > maxBytes && encoder.encode(text).length > maxBytes;
}
