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
} from "./refuse-unsafe-json.ts";

/**
 * Parses JSON strictly, so that no two readers can understand it differently (THREATS C1: nothing cut silently, C11:
 * ambiguous JSON, E7: special property names, G8: input that blocks). Refuses duplicate keys, whole numbers beyond
 * 2^53, numbers that overflow, lone surrogates, the keys `__proto__`, `constructor` and `prototype`, more than 32
 * levels, more than `maxBytes` of UTF-8, and more than `maxValues` values in all. `problem` is a sentence without a
 * full stop. Never throws.
 */
export function parseStrictJson(
  text: string,
  maxBytes: number = maxArgumentsBytes,
  maxValues: number = Infinity,
): { value: JsonValue } | { problem: string } {
  if (isLargerThan(text, maxBytes)) return { problem: tooLarge(maxBytes) };
  try {
    return { value: new Reader(text, maxValues).readDocument() };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.message };
    throw error;
  }
}

/** Leaves the recursive parser in one step; this file catches it. */
class Problem extends Error {}

const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** The rest of a string up to the closing quote; every escape is checked, control characters end the match. */
// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these
const stringToken = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const whiteSpace = /[ \t\n\r]*/y;

class Reader {
  readonly #text: string;
  readonly #maxValues: number;
  #at = 0;
  #values = 0;

  constructor(text: string, maxValues: number) {
    this.#text = text;
    this.#maxValues = maxValues;
  }

  readDocument(): JsonValue {
    const value = this.#readValue(0);
    if (this.#peek() !== undefined) this.#fail("Unexpected text after the JSON value");
    return value;
  }

  #readValue(depth: number): JsonValue {
    this.#values += 1;
    if (this.#values > this.#maxValues) this.#fail(`JSON has more than ${this.#maxValues} values`);
    const next = this.#peek();
    if (next === "{") return this.#readObject(depth + 1);
    if (next === "[") return this.#readArray(depth + 1);
    if (next === '"') return this.#readString(problemOfText);
    if (next === "t") return this.#readWord("true", true);
    if (next === "f") return this.#readWord("false", false);
    if (next === "n") return this.#readWord("null", null);
    return this.#readNumber();
  }

  #readObject(depth: number): JsonObject {
    if (depth > maxJsonDepth) this.#fail(tooDeep);
    const object: JsonObject = {};
    this.#at += 1;
    if (this.#took("}")) return object;
    do {
      if (this.#peek() !== '"') this.#fail("A key in double quotes is missing");
      const key = this.#readString(problemOfKey);
      if (Object.hasOwn(object, key)) this.#fail(`The key ${JSON.stringify(key)} appears twice`);
      if (!this.#took(":")) this.#fail("A colon is missing");
      object[key] = this.#readValue(depth);
    } while (this.#took(","));
    if (!this.#took("}")) this.#fail("An object is not closed");
    return object;
  }

  #readArray(depth: number): JsonValue[] {
    if (depth > maxJsonDepth) this.#fail(tooDeep);
    const items: JsonValue[] = [];
    this.#at += 1;
    if (this.#took("]")) return items;
    do items.push(this.#readValue(depth));
    while (this.#took(","));
    if (!this.#took("]")) this.#fail("A list is not closed");
    return items;
  }

  #readString(problemOf: (text: string) => string | null): string {
    const token = this.#match(stringToken);
    if (token === null) this.#fail("A text is not closed or contains a forbidden character");
    // The grammar of the token is checked above; JSON.parse only undoes the escapes.
    const value: string = JSON.parse(token);
    const problem = problemOf(value);
    if (problem !== null) this.#fail(problem);
    return value;
  }

  #readNumber(): number {
    const token = this.#match(numberToken);
    if (token === null) this.#fail("A JSON value is missing or misspelt");
    const value = Number(token);
    const problem = problemOfNumber(value);
    if (problem !== null) this.#fail(problem);
    // Minus zero has no canonical form of its own.
    return value === 0 ? 0 : value;
  }

  #readWord<Value extends boolean | null>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) this.#fail("A JSON value is missing or misspelt");
    this.#at += word.length;
    return value;
  }

  #peek(): string | undefined {
    this.#match(whiteSpace);
    return this.#text[this.#at];
  }

  #took(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(token: RegExp): string | null {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(problem: string): never {
    throw new Problem(`${problem} (at character ${this.#at + 1})`);
  }
}
