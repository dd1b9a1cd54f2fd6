import { createHash } from "node:crypto";
import { bordersOf } from "#lib/untrusted/place-of.ts";
import { isJsonObject, type JsonValue } from "#lib/untrusted/json.ts";

export type Mask = {
  /** The text with every secret replaced by `[masked ab12]`; the digits tell secrets apart (THREATS C12). */
  text: (text: string) => string;
  /** At most so many of its first characters: what comes after them costs nothing. */
  head: (text: string, most: number) => string;
  /** The same for every text in a JSON value, keys included. */
  json: <Value extends JsonValue>(value: Value) => Value;
  /** The same for a value of any size: `turn` lets other work run between its parts. */
  inTurns: <Value extends JsonValue>(value: Value, turn: () => Promise<unknown>) => Promise<Value>;
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
  const text = (source: string) => [...maskedParts(source, forms)].join("");
  const isSecret = (source: string) => {
    const all = { from: 0, end: source.length, same: 0 };
    return forms.some((form) => search(source, form, all).found.length > 0);
  };
  return {
    text,
    head: (source, most) => headOf(maskedParts(source, forms, Math.max(most, leastPart)), most),
    json: (value) => maskedJson(value, text),
    inTurns: (value, turn) => maskedInTurns(value, forms, turn),
    isIn: (value) => isTextIn(value, isSecret),
  };
}

/** One way to write a secret, and how it starts; `borders` are made when it is looked for. */
type Form = { form: string; label: string; start: string; borders?: Uint32Array };

/** Engines look for longer texts in quadratic time, where these are made for it. */
const longestStart = 24;

function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  const base64 = Buffer.from(secret, "utf8")
    .toString("base64")
    .replace(/={1,2}$/, "");
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(wellFormed), encodeURI(wellFormed), base64];
}

/** Texts are read in parts of so many characters, so that a long one leaves room for other work. */
const partLength = 64 * 1024;
const leastPart = 1_000;

/**
 * A text part by part, each without its secrets. They may overlap, so whole ranges are replaced: otherwise the rest of the
 * second one would stay.
 */
function* maskedParts(source: string, forms: readonly Form[], length = partLength): Generator<string, void> {
  const same = forms.map(() => 0);
  let found: Found[] = [];
  let upTo = 0;
  for (let from = 0; from < source.length; from += length) {
    const end = Math.min(from + length, source.length);
    // What begins before it is known to its end.
    let sure = end;
    for (const [at, form] of forms.entries()) {
      const searched = search(source, form, { from, end, same: same[at] ?? 0 });
      for (const one of searched.found) found.push(one);
      same[at] = searched.same;
      if (end < source.length) sure = Math.min(sure, end - searched.same);
    }
    found.sort((one, other) => one.from - other.from || other.to - one.to);
    let shown = "";
    for (const { from: begin, to, label } of found) {
      if (begin >= sure) break;
      if (begin >= upTo) shown += source.slice(upTo, begin) + label;
      upTo = Math.max(upTo, to);
    }
    found = found.filter((one) => one.from >= sure);
    yield upTo < sure ? shown + source.slice(upTo, sure) : shown;
    upTo = Math.max(upTo, sure);
  }
}

function headOf(parts: Iterable<string>, most: number): string {
  let shown = "";
  for (const part of parts) {
    shown += part;
    if (shown.length >= most) break;
  }
  return shown.slice(0, most);
}

type Found = { from: number; to: number; label: string };
/** `same`: how much of the beginning of a secret stands before it. */
type Part = { from: number; end: number; same: number };

/**
 * Where a secret ends in a part of a text, ranges that touch as one. Servers choose what they answer, and some of the
 * tokens that they are sent: whatever both are, it takes linear time (Knuth, Morris and Pratt).
 */
function search(source: string, of: Form, { from, end, same: before }: Part): { found: Found[]; same: number } {
  const { form, start, label } = of;
  const found: Found[] = [];
  // Most parts hold no secret, and there are many.
  if (before === 0 && (source.length - from < form.length || !startsIn(source, start, { from, end })))
    return { found, same: 0 };
  const borders = (of.borders ??= bordersOf(form));
  let same = before;
  let last: Found | null = null;
  for (let at = from; at < end; at += 1) {
    const code = source.charCodeAt(at);
    while (same > 0 && form.charCodeAt(same) !== code) same = borders[same - 1] ?? 0;
    if (form.charCodeAt(same) === code) same += 1;
    if (same < form.length) continue;
    const begin = at + 1 - form.length;
    if (last !== null && begin <= last.to) last.to = at + 1;
    else found.push((last = { from: begin, to: at + 1, label }));
    same = borders[same - 1] ?? 0;
  }
  return { found, same };
}

function startsIn(source: string, start: string, { from, end }: { from: number; end: number }): boolean {
  const part = from === 0 && end === source.length ? source : source.slice(from, end + start.length - 1);
  return part.includes(start);
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

/** After so many values, and characters times forms, others have their turn. */
const mostPerTurn = 2_000_000;
const perText = 1_000;

async function maskedInTurns<Value extends JsonValue>(
  value: Value,
  forms: readonly Form[],
  turn: () => Promise<unknown>,
): Promise<Value> {
  let done = 0;
  const textOf = async (source: string) => {
    let shown = "";
    for (const part of maskedParts(source, forms)) {
      shown += part;
      done += perText + part.length * forms.length;
      if (done < mostPerTurn) continue;
      done = 0;
      await turn();
    }
    return shown;
  };
  const mappedInTurns = async (inner: JsonValue): Promise<JsonValue> => {
    if (typeof inner === "string") return textOf(inner);
    const items: JsonValue[] = [];
    if (Array.isArray(inner)) {
      for (const item of inner) items.push(await mappedInTurns(item));
      return items;
    }
    if (!isJsonObject(inner)) return inner;
    const entries: [string, JsonValue][] = [];
    for (const [key, item] of Object.entries(inner)) entries.push([await textOf(key), await mappedInTurns(item)]);
    return Object.fromEntries(entries);
  };
  // As in `maskedJson`.
  return (await mappedInTurns(value)) as Value;
}

function isTextIn(value: JsonValue, is: (text: string) => boolean): boolean {
  if (typeof value === "string") return is(value);
  if (Array.isArray(value)) return value.some((item) => isTextIn(item, is));
  return isJsonObject(value) && Object.entries(value).some(([key, item]) => is(key) || isTextIn(item, is));
}
