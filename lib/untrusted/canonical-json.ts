import canonicalize from "canonicalize";
import type { JsonValue } from "./json.ts";

/**
 * The canonical bytes of a JSON value (RFC 8785: sorted keys, shortest numbers, no white space), which are shown,
 * stored, hashed and executed. Throws for values that JSON cannot hold (NaN, lone surrogates, cycles); call
 * `refuseUnsafeJson` first.
 */
export function canonicalJson(value: JsonValue): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("Only a JSON value has a canonical form.");
  return text;
}
