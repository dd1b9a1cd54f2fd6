import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { parseStrictJson } from "#lib/untrusted/strict-json.ts";
import { itemSchema, ownValue, propertiesOf, propertySchema } from "#lib/approvals/argument-rows.ts";
import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import { numberTyped } from "./number-typed.ts";
import { rewordInTab } from "#components/browser/speech.tsx";
import type { CardSay } from "#components/cards/words.en.ts";

/** What the edit form reports: null arguments while a field cannot be read. */
export type EditResult = { arguments: JsonObject | null; changed: boolean };

type Scalar = "text" | "number" | "integer";

/** One argument while it is edited. `raw` is the text as typed, so that half a number is not an error yet. */
export type DraftField = {
  key: string;
  title: string | null;
  description: string | null;
  required: boolean;
  /** False: the argument is left out. */
  present: boolean;
  proposed: JsonValue | undefined;
} & (
  | { kind: Scalar | "json"; raw: string }
  | { kind: "boolean"; raw: boolean }
  /** Index into `options`. */
  | { kind: "choice"; raw: number; options: JsonValue[] }
  | { kind: "list"; item: Scalar; raw: string[] }
);

/** Fields of the schema first, then arguments that it does not name. */
export function draftOf(proposed: JsonObject, schema: JsonObject, current: JsonObject = proposed): DraftField[] {
  const keys = new Set([...Object.keys(propertiesOf(schema)), ...Object.keys(proposed), ...Object.keys(current)]);
  const required = ownValue(schema, "required");
  return [...keys].map((key) => {
    const ofField = propertySchema(schema, key);
    const value = ownValue(current, key);
    const text = (name: string) => textOrNull(ownValue(ofField, name));
    return {
      key,
      title: text("title"),
      description: text("description"),
      required: Array.isArray(required) && required.includes(key),
      present: value !== undefined,
      proposed: ownValue(proposed, key),
      ...inputFor(ofField, value),
    };
  });
}

/** The arguments that the draft stands for, or what is wrong with which field. */
export function readDraft(
  fields: DraftField[],
  say: CardSay,
): { arguments: JsonObject } | { problems: FieldProblem[] } {
  const entries: [string, JsonValue][] = [];
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    if (!field.present) {
      if (field.required) problems.push({ path: field.key, message: say("argumentIsRequired") });
      continue;
    }
    const read = readField(field, say);
    if ("problem" in read) problems.push({ path: field.key, message: read.problem });
    else entries.push([field.key, read.value]);
  }
  // fromEntries defines own properties, so a key such as __proto__ stays a key; the server refuses it.
  return problems.length > 0 ? { problems } : { arguments: Object.fromEntries(entries) };
}

export function isChanged(field: DraftField): boolean {
  if (!field.present) return field.proposed !== undefined;
  const read = readField(field, () => "");
  return "problem" in read || field.proposed === undefined || !isSameJson(read.value, field.proposed);
}

export function isSameJson(a: JsonValue, b: JsonValue): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** Reads a whole arguments object that was typed as JSON. */
export function readJsonObject(text: string, say: CardSay): { arguments: JsonObject } | { problem: string } {
  const read = parseStrictJson(text);
  if ("problem" in read) return { problem: wordsOfProblem(read.problem, say) };
  if (!isJsonObject(read.value)) return { problem: say("oneJsonObject") };
  return { arguments: read.value };
}

/** What is wrong with JSON, and where, in the reader's language. */
function wordsOfProblem(problem: string, say: CardSay): string {
  const [, what = problem, at] = /^(.*) \(at character (\d+)\)$/s.exec(problem) ?? [];
  return at === undefined ? `${rewordInTab(what)}.` : say("atCharacter", { what: rewordInTab(what), at });
}

type Read = { value: JsonValue } | { problem: string };

function readField(field: DraftField, say: CardSay): Read {
  switch (field.kind) {
    case "boolean":
      return { value: field.raw };
    case "choice": {
      const value = field.options[field.raw];
      return value === undefined ? { problem: say("chooseOneOf") } : { value };
    }
    case "list": {
      const items = field.raw.map((raw) => readScalar(field.item, raw, field.proposed, say));
      const wrong = items.findIndex((item) => "problem" in item);
      if (wrong >= 0) return { problem: say("itemIsNoNumber", { item: wrong + 1 }) };
      return { value: items.flatMap((item) => ("value" in item ? [item.value] : [])) };
    }
    case "json": {
      const read = parseStrictJson(field.raw);
      return "problem" in read ? { problem: wordsOfProblem(read.problem, say) } : read;
    }
    default:
      return readScalar(field.kind, field.raw, field.proposed, say);
  }
}

function readScalar(kind: Scalar, raw: string, proposed: JsonValue | undefined, say: CardSay): Read {
  if (kind === "text") return { value: raw };
  const read = numberTyped(raw, proposed, say) ?? { problem: say("enterANumber") };
  const isBroken = "value" in read && kind === "integer" && !Number.isInteger(read.value);
  return isBroken ? { problem: say("enterAWholeNumber") } : read;
}

type Input =
  | { kind: Scalar | "json"; raw: string }
  | { kind: "boolean"; raw: boolean }
  | { kind: "choice"; raw: number; options: JsonValue[] }
  | { kind: "list"; item: Scalar; raw: string[] };

/** The simplest input that can hold both what the schema allows and what was proposed; else JSON. */
function inputFor(schema: JsonObject, value: JsonValue | undefined): Input {
  const options = ownValue(schema, "enum");
  if (Array.isArray(options) && options.length > 0 && options.every((option) => !isComposite(option))) {
    const at = value === undefined ? 0 : options.findIndex((option) => isSameJson(option, value));
    if (at >= 0) return { kind: "choice", raw: at, options };
  }
  const type = ownValue(schema, "type") ?? typeOf(value);
  if (type === "boolean" && (value === undefined || typeof value === "boolean"))
    return { kind: "boolean", raw: value ?? false };
  if (type === "array" && (value === undefined || Array.isArray(value))) return listFor(schema, value ?? []);
  const kind = scalarKind(type);
  if (kind !== null && fitsScalar(kind, value)) return { kind, raw: value === undefined ? "" : String(value) };
  return { kind: "json", raw: value === undefined ? "" : JSON.stringify(value, null, 2) };
}

function listFor(schema: JsonObject, value: JsonValue[]): Input {
  const item = scalarKind(ownValue(itemSchema(schema), "type") ?? typeOf(value[0]));
  if (item === null || !value.every((each) => fitsScalar(item, each)))
    return { kind: "json", raw: JSON.stringify(value, null, 2) };
  return { kind: "list", item, raw: value.map(String) };
}

function scalarKind(type: JsonValue | undefined): Scalar | null {
  if (type === "string") return "text";
  return type === "number" || type === "integer" ? type : null;
}

function fitsScalar(kind: Scalar, value: JsonValue | undefined): value is string | number | undefined {
  return value === undefined || typeof value === (kind === "text" ? "string" : "number");
}

function typeOf(value: JsonValue | undefined): string | undefined {
  return Array.isArray(value) ? "array" : typeof value;
}

function isComposite(value: JsonValue): boolean {
  return typeof value === "object" && value !== null;
}

function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}
