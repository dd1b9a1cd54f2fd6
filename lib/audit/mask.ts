import { createHash } from "node:crypto";
import { isJsonObject, type JsonValue } from "#lib/untrusted/json.ts";

export type Mask = {
  /** The text with every secret replaced by `[masked ab12]`; the digits tell secrets apart (THREATS C12). */
  text: (text: string) => string;
  /** The same for every text in a JSON value, keys included. */
  json: <Value extends JsonValue>(value: Value) => Value;
};

/** A shorter value would mask half of every sentence, and is no secret. */
const leastCharacters = 4;

/**
 * Hides known secret values in what leaves the gate: logs, audit, errors (THREATS H3: keys in no log). Finds a secret
 * in plain text, inside JSON, inside a URL and as base64. Works on values, not on names, so it must be given every
 * secret.
 */
export function maskOf(secrets: Iterable<string>): Mask {
  const forms = new Map<string, string>();
  for (const secret of secrets) {
    if (secret.length < leastCharacters) continue;
    const label = `[masked ${createHash("sha256").update(secret, "utf8").digest("hex").slice(0, 4)}]`;
    for (const form of formsOf(secret)) forms.set(form, label);
  }
  const text = (source: string) => masked(source, forms);
  return { text, json: (value) => maskedJson(value, text) };
}

function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  const base64 = Buffer.from(secret, "utf8")
    .toString("base64")
    .replace(/={1,2}$/, "");
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(wellFormed), encodeURI(wellFormed), base64];
}

/** Secrets may overlap, so whole ranges are replaced: otherwise the rest of the second one would stay. */
function masked(source: string, forms: Map<string, string>): string {
  const found = [...forms].flatMap(([form, label]) =>
    occurrences(source, form).map((from) => ({ from, to: from + form.length, label })),
  );
  if (found.length === 0) return source;
  found.sort((one, other) => one.from - other.from || other.to - one.to);
  let shown = "";
  let upTo = 0;
  for (const { from, to, label } of found) {
    if (from >= upTo) shown += source.slice(upTo, from) + label;
    upTo = Math.max(upTo, to);
  }
  return shown + source.slice(upTo);
}

function occurrences(source: string, form: string): number[] {
  const at: number[] = [];
  for (let from = source.indexOf(form); from >= 0; from = source.indexOf(form, from + 1)) at.push(from);
  return at;
}

function maskedJson<Value extends JsonValue>(value: Value, text: (text: string) => string): Value {
  // Each branch returns the kind of value it was given, which the compiler cannot see.
  return mapped(value, text) as Value;
}

function mapped(value: JsonValue, text: (text: string) => string): JsonValue {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, text));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), mapped(item, text)]));
}
