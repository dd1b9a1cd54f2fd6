import canonicalize from "canonicalize";
import type { JsonValue } from "./json.ts";

/**
 * The one byte form of a JSON value (RFC 8785: sorted keys, shortest numbers, no white space): what is shown, stored,
 * hashed and executed. Throws for what JSON cannot carry (NaN, lone surrogates, cycles); `refuseUnsafeJson` comes first.
 */
export function canonicalJson(value: JsonValue): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("Only a JSON value has a canonical form.");
  return text;
}
