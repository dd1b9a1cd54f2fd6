import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import type { FormField, FormOption } from "./form.ts";
import { problemOfAnswer } from "./problem-of-answer.ts";

const mostOptions = 200;
const mostCharacters = 4 * 1024;

/** One field of an elicitation's schema; `problem` is the second half of a sentence about the field. */
export type ParsedField = { field: FormField } | { problem: string };

/** Leaves the parser in one step; this file catches it. */
class Problem extends Error {}

export function parseField(name: string, schema: JsonValue, required: boolean): ParsedField {
  try {
    if (name === "" || name.length > mostCharacters) throw new Problem("has no usable name");
    if (!isJsonObject(schema)) throw new Problem("is malformed");
    const field = readField(name, withoutNull(schema), required);
    return { field: withInitial(field, schema["default"]) };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.message };
    throw error;
  }
}

/** Older Python servers write an optional field as "this or null"; we omit an optional field instead. */
function withoutNull(schema: JsonObject): JsonObject {
  const { type, anyOf, ...rest } = schema;
  if (Array.isArray(type) && type.length === 2 && type.includes("null")) {
    return { ...schema, type: type.find((one) => one !== "null") ?? null };
  }
  if (type === undefined && Array.isArray(anyOf) && anyOf.length === 2) {
    const [other, ...more] = anyOf.filter((one) => !(isJsonObject(one) && one["type"] === "null"));
    if (isJsonObject(other) && more.length === 0) return { ...other, ...rest };
  }
  return schema;
}

/** Keywords that say nothing about answers, or that only the server can check: we never run its patterns. */
const harmless = ["type", "title", "description", "default", "$comment", "examples", "deprecated", "pattern"];

const readers = {
  string: readString,
  number: readNumber,
  integer: readNumber,
  boolean: (base: Base, schema: JsonObject): FormField => {
    allowOnly(schema, []);
    return { ...base, kind: "boolean", initial: null };
  },
  array: readChoices,
};

type Base = Pick<FormField, "name" | "title" | "description" | "required">;

function readField(name: string, schema: JsonObject, required: boolean): FormField {
  const { type = "enum" in schema || "oneOf" in schema ? "string" : null } = schema;
  if (typeof type !== "string" || !Object.hasOwn(readers, type))
    throw new Problem("is of a kind that forms cannot have");
  const title = textOf(schema["title"], "title");
  const base = {
    name,
    title: title || name,
    description: textOf(schema["description"], "description") || null,
    required,
  };
  // Object.hasOwn above narrows nothing for the compiler.
  return readers[type as keyof typeof readers](base, schema);
}

const formats = ["email", "uri", "date", "date-time"] as const;

function readString(base: Base, schema: JsonObject): FormField {
  if ("enum" in schema || "oneOf" in schema) {
    allowOnly(schema, ["enum", "enumNames", "oneOf"]);
    const options =
      "oneOf" in schema ? titledOptions(schema["oneOf"]) : plainOptions(schema["enum"], schema["enumNames"]);
    return { ...base, kind: "choice", options, initial: null };
  }
  allowOnly(schema, ["format", "minLength", "maxLength"]);
  const { format, minLength, maxLength } = schema;
  if (format === "password") throw new Problem("asks for a password");
  return {
    ...base,
    kind: "string",
    // An unknown format is an annotation; the server checks it.
    format: formats.find((known) => known === format) ?? null,
    ...range({ minLength: countOf(minLength, "minLength"), maxLength: countOf(maxLength, "maxLength") }),
    initial: null,
  };
}

function readNumber(base: Base, schema: JsonObject): FormField {
  allowOnly(schema, ["minimum", "maximum"]);
  const limits = { minimum: numberOf(schema["minimum"], "minimum"), maximum: numberOf(schema["maximum"], "maximum") };
  return { ...base, kind: "number", integer: schema["type"] === "integer", ...range(limits), initial: null };
}

function readChoices(base: Base, schema: JsonObject): FormField {
  allowOnly(schema, ["items", "minItems", "maxItems", "uniqueItems"]);
  const { items } = schema;
  if (!isJsonObject(items)) throw new Problem("is a list without options");
  const options =
    "enum" in items ? plainOptions(items["enum"], items["enumNames"]) : titledOptions(items["anyOf"] ?? items["oneOf"]);
  const minItems = countOf(schema["minItems"], "minItems");
  if ((minItems ?? 0) > options.length) throw new Problem("asks for more options than it has");
  const limits = { minItems, maxItems: countOf(schema["maxItems"], "maxItems") };
  return { ...base, kind: "choices", options, ...range(limits), initial: null };
}

function plainOptions(values: JsonValue | undefined, names: JsonValue | undefined): FormOption[] {
  if (!Array.isArray(values)) throw new Problem("has no options");
  const titles = Array.isArray(names) && names.length === values.length ? names : [];
  return checkedOptions(values.map((value, at) => ({ value, title: titles[at] })));
}

function titledOptions(options: JsonValue | undefined): FormOption[] {
  if (!Array.isArray(options)) throw new Problem("has no options");
  return checkedOptions(
    options.map((option) => {
      if (!isJsonObject(option)) throw new Problem("has malformed options");
      return { value: option["const"], title: option["title"] };
    }),
  );
}

function checkedOptions(options: { value: JsonValue | undefined; title: JsonValue | undefined }[]): FormOption[] {
  if (options.length === 0) throw new Problem("has no options");
  if (options.length > mostOptions) throw new Problem(`has more than ${mostOptions} options`);
  const checked = options.map(({ value, title }) => {
    if (typeof value !== "string") throw new Problem("has options that are not texts");
    if (value.length > mostCharacters) throw new Problem("has an option that is too long");
    return { value, title: textOf(title, "option") || value };
  });
  if (new Set(checked.map(({ value }) => value)).size < checked.length) throw new Problem("has the same option twice");
  return checked;
}

function allowOnly(schema: JsonObject, keywords: string[]): void {
  const unknown = Object.keys(schema).find((keyword) => !harmless.includes(keyword) && !keywords.includes(keyword));
  if (unknown !== undefined) throw new Problem(`uses "${unknown.slice(0, 80).toWellFormed()}"`);
}

function textOf(value: JsonValue | undefined, what: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw new Problem(`has a malformed ${what}`);
  if (value.length > mostCharacters) throw new Problem(`has a ${what} that is too long`);
  return value;
}

function numberOf(value: JsonValue | undefined, what: string): number | null {
  if (value === undefined) return null;
  if (typeof value !== "number") throw new Problem(`has a malformed ${what}`);
  return value;
}

function countOf(value: JsonValue | undefined, what: string): number | null {
  const count = numberOf(value, what);
  if (count !== null && (count < 0 || !Number.isInteger(count))) throw new Problem(`has a malformed ${what}`);
  return count;
}

/** Refuses a range that no answer can meet: nobody could submit the form. */
function range<Limits extends { [limit: string]: number | null }>(limits: Limits): Limits {
  const [least, most] = Object.values(limits);
  if (least != null && most != null && least > most) throw new Problem("allows no answer");
  return limits;
}

/** Drops a default that its own field would refuse, so that the person is not shown it as an answer. */
function withInitial(field: FormField, value: JsonValue | undefined): FormField {
  if (value === undefined || value === null || problemOfAnswer(field, value) !== null) return field;
  // problemOfAnswer has just checked that the value fits this field.
  return { ...field, initial: value } as FormField;
}
