import type { JsonValue } from "#lib/untrusted/json.ts";
import { sizeWords } from "./size-words.ts";

/** Shorter ones are keys, hashes and small icons, which may well be read. */
const leastCharacters = 1_000;
const dataUri =
  /data:([\w.+-]{1,60}\/[\w.+-]{1,60})?(?:;[\w.+-]{1,40}=[\w.+-]{1,40}){0,3};base64,([\w+/-]{1000,}={0,2})/g;
const onlyBase64 = /^[\w+/-]+={0,2}\s*$/;

/** The text without large files that stand in it as data: URIs, each named in its place. */
export function withoutDataUris(text: string): string {
  if (text.length < leastCharacters) return text;
  return text.replace(dataUri, (_, type: string | undefined, base64: string) => leftOut(base64, type));
}

/**
 * The value without large files that stand in it as base64, each named in its place. They cost a model tens of thousands
 * of tokens and tell nobody anything.
 */
export function withoutBase64(value: JsonValue): JsonValue {
  if (typeof value === "string") return isBase64(value) ? leftOut(value) : withoutDataUris(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutBase64);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutBase64(member)]));
}

/** Not a number, a genome or a hash in hex: those have no use for small and large letters and digits at once. */
function isBase64(text: string): boolean {
  if (text.length < leastCharacters || !onlyBase64.test(text)) return false;
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
}

function leftOut(base64: string, type?: string): string {
  const kind = type === undefined ? "" : `${type}, `;
  return `[${kind}${sizeWords(base64.length)} of base64 left out]`;
}
