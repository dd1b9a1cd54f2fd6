import type { JsonValue } from "#lib/untrusted/json.ts";
import { sizeWords } from "./size-words.ts";

/** Shorter ones are keys, hashes and small icons, which may well be read. */
const leastCharacters = 1_000;
const dataUri = /data:([\w.+-]{1,60}\/[\w.+-]{1,60})?(?:;[\w.+-]{1,40}=[\w.+-]{1,40}){0,3};base64,/g;

/** Characters of base64, also as in addresses. */
const isOfBase64 = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
  isOfBase64[character.charCodeAt(0)] = 1;
const padding = "=".charCodeAt(0);

/** The text without large files that stand in it as data: URIs, each named in its place. */
export function withoutDataUris(text: string): string {
  if (text.length < leastCharacters) return text;
  let kept = "";
  let from = 0;
  for (const { 0: begin, 1: type, index } of text.matchAll(dataUri)) {
    const at = index + begin.length;
    const end = endOfBase64(text, at);
    if (index < from || end - at < leastCharacters) continue;
    kept += text.slice(from, index) + leftOut(end - at, type);
    from = end;
  }
  return kept + text.slice(from);
}

/**
 * The value without large files that stand in it as base64, each named in its place. They cost a model tens of thousands
 * of tokens and tell nobody anything.
 */
export function withoutBase64(value: JsonValue): JsonValue {
  if (typeof value === "string") return isBase64(value) ? leftOut(value.length) : withoutDataUris(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutBase64);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutBase64(member)]));
}

/** Where base64 that begins there ends. A pattern would need a place on the stack for each of millions of characters. */
function endOfBase64(text: string, from: number): number {
  let at = from;
  while (isOfBase64[text.charCodeAt(at)] === 1) at += 1;
  for (let signs = 0; signs < 2 && text.charCodeAt(at) === padding; signs += 1) at += 1;
  return at;
}

/** Not a number, a genome or a hash in hex: those have no use for small and large letters and digits at once. */
function isBase64(text: string): boolean {
  if (text.length < leastCharacters || text.slice(endOfBase64(text, 0)).trim() !== "") return false;
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
}

function leftOut(characters: number, type?: string): string {
  const kind = type === undefined ? "" : `${type}, `;
  return `[${kind}${sizeWords(characters)} of base64 left out]`;
}
