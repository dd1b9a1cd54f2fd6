/** Limits of depth and size, and why a name or a number is refused; shared by both strict readers. */
export const maxJsonDepth = 32;
export const maxArgumentsBytes = 64 * 1024;

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
