import { createHash } from "node:crypto";
import { bordersOf } from "#lib/untrusted/place-of.ts";
import { isJsonObject, type JsonValue } from "#lib/untrusted/json.ts";

export type Mask = {
  /** The text with every secret replaced by `[masked ab12]`; the digits tell secrets apart (THREATS C12). */
  text: (text: string) => string;
  /** The same for every text in a JSON value, keys included. */
  json: <Value extends JsonValue>(value: Value) => Value;
  /** Whether a secret stands anywhere in a JSON value. */
  isIn: (value: JsonValue) => boolean;
};

/** A shorter value would mask half of every sentence, and is no secret. */
const leastCharacters = 4;

/**
 * Hides known secret values in what leaves the gate: logs, audit, errors (THREATS H3: keys in no log). Finds a secret
 * in plain text, inside JSON, inside a URL and as base64. Works on values, not on names, so it must be given every
 * secret.
 */
export function maskOf(secrets: Iterable<string>): Mask {
  const known = new Map<string, Form>();
  for (const secret of secrets) {
    if (secret.length < leastCharacters) continue;
    const label = `[masked ${createHash("sha256").update(secret, "utf8").digest("hex").slice(0, 4)}]`;
    for (const form of formsOf(secret)) known.set(form, { form, label, start: form.slice(0, longestStart) });
  }
  const forms = [...known.values()];
  const text = (source: string) => masked(source, forms);
  const isSecret = (source: string) => forms.some((form) => rangesOf(source, form).next().done !== true);
  return { text, json: (value) => maskedJson(value, text), isIn: (value) => isTextIn(value, isSecret) };
}

/** One way to write a secret, and how it starts. */
type Form = { form: string; label: string; start: string };

/** Engines look for longer texts in quadratic time, where these are made for it. */
const longestStart = 24;

function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  const base64 = Buffer.from(secret, "utf8")
    .toString("base64")
    .replace(/={1,2}$/, "");
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(wellFormed), encodeURI(wellFormed), base64];
}

/** Secrets may overlap, so whole ranges are replaced: otherwise the rest of the second one would stay. */
function masked(source: string, forms: readonly Form[]): string {
  const found: (Range & { label: string })[] = [];
  for (const form of forms) {
    // Most texts hold no secret, and there are many.
    if (!source.includes(form.start)) continue;
    for (const range of rangesOf(source, form)) found.push({ ...range, label: form.label });
  }
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

type Range = { from: number; to: number };

/**
 * Where a secret stands, ranges that touch as one. Servers choose what they answer, and some of the tokens that they are
 * sent: whatever both are, it takes linear time (Knuth, Morris and Pratt).
 */
function* rangesOf(source: string, { form, start }: Form): Generator<Range> {
  const first = source.indexOf(start);
  if (first < 0) return;
  const borders = bordersOf(form);
  let range: Range | null = null;
  let same = 0;
  for (let at = first; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    while (same > 0 && form.charCodeAt(same) !== code) same = borders[same - 1] ?? 0;
    if (form.charCodeAt(same) === code) same += 1;
    if (same < form.length) continue;
    const from = at + 1 - form.length;
    if (range !== null && from <= range.to) range.to = at + 1;
    else {
      if (range !== null) yield range;
      range = { from, to: at + 1 };
    }
    same = borders[same - 1] ?? 0;
  }
  if (range !== null) yield range;
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

function isTextIn(value: JsonValue, is: (text: string) => boolean): boolean {
  if (typeof value === "string") return is(value);
  if (Array.isArray(value)) return value.some((item) => isTextIn(item, is));
  return isJsonObject(value) && Object.entries(value).some(([key, item]) => is(key) || isTextIn(item, is));
}
