import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import type { FormField, FormOption, OptionValue } from "./form.ts";
import { plainSchema } from "./plain-schema.ts";
import { problemOfAnswer } from "./problem-of-answer.ts";
import { Unshowable } from "./unshowable.ts";

const mostOptions = 200;
const mostCharacters = 4 * 1024;

/**
 * One field of an elicitation's schema; `problem` is the second half of a sentence about the field. `more`: whether the
 * schema says more of its answers than the field.
 */
export type ParsedField = { field: FormField; more: boolean } | { problem: string };

/** `whole` is the schema of the form, which a field may refer to. */
export function parseField(
  name: string,
  schema: JsonValue,
  { required, whole }: { required: boolean; whole: JsonObject },
): ParsedField {
  try {
    if (name === "" || name.length > mostCharacters) throw new Unshowable("has no usable name");
    if (!isJsonObject(schema)) throw new Unshowable("is malformed");
    const { plain, more } = plainSchema(schema, whole);
    const { field, drawn } = readField(name, plain, required);
    const undrawn = Object.keys(plain).some((keyword) => narrowing.has(keyword) && !drawn.includes(keyword));
    return { field: withInitial(field, plain["default"]), more: more || undrawn };
  } catch (error) {
    if (error instanceof Unshowable) return { problem: error.message };
    throw error;
  }
}

/**
 * Keywords that make the answers fewer. Where one is not drawn, the answer is checked by the schema. All others say
 * nothing about answers, or can be checked by the server alone: we never run its patterns.
 */
const narrowing = new Set(
  (
    "enum const allOf anyOf oneOf not if then else minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum " +
    "multipleOf items minItems maxItems contains minContains maxContains prefixItems additionalItems unevaluatedItems"
  ).split(" "),
);

type Base = Pick<FormField, "name" | "title" | "description" | "required">;
/** `drawn`: the keywords that the field shows. */
type Read = { field: FormField; drawn: string[] };

const readers = {
  string: readString,
  number: readNumber,
  integer: readNumber,
  boolean: (base: Base): Read => ({ field: { ...base, kind: "boolean", initial: null }, drawn: [] }),
  array: readChoices,
};

function readField(name: string, schema: JsonObject, required: boolean): Read {
  const { type = null } = schema;
  const title = textOf(schema["title"], "title");
  const base = {
    name,
    title: title || name,
    description: textOf(schema["description"], "description") || null,
    required,
  };
  if (type !== "array" && type !== "object") {
    const options = readOptions(schema);
    if (options !== null) return { ...options, field: { ...base, kind: "choice", ...options.field, initial: null } };
  }
  if (typeof type !== "string" || !Object.hasOwn(readers, type))
    throw new Unshowable("is of a kind that forms cannot have");
  // Object.hasOwn above narrows nothing for the compiler.
  return readers[type as keyof typeof readers](base, schema);
}

/** The options of a field that has some; null for every other field. */
function readOptions(schema: JsonObject): { field: { options: FormOption[] }; drawn: string[] } | null {
  const { type } = schema;
  const keyword = ["const", "enum", "oneOf", "anyOf"].find((each) => Object.hasOwn(schema, each));
  const titled = keyword === "oneOf" || keyword === "anyOf";
  // With a type of its own, other variants than options only narrow it.
  if (keyword === undefined || (titled && type !== undefined && !isTitled(schema[keyword]))) return null;
  const options =
    keyword === "const"
      ? checkedOptions([{ value: schema["const"], title: undefined }])
      : titled
        ? titledOptions(schema[keyword])
        : plainOptions(schema["enum"], schema["enumNames"]);
  if (type !== undefined && !options.every(({ value }) => isOf(type, value)))
    throw new Unshowable("has options that are not of its type");
  return { field: { options }, drawn: [keyword] };
}

function isTitled(variants: JsonValue | undefined): boolean {
  return Array.isArray(variants) && variants.some((each) => isJsonObject(each) && Object.hasOwn(each, "const"));
}

function isOf(type: JsonValue, value: OptionValue): boolean {
  if (type === "integer") return Number.isInteger(value);
  return type === typeof value;
}

const formats = ["email", "uri", "date", "date-time"] as const;

function readString(base: Base, { format, minLength, maxLength }: JsonObject): Read {
  if (format === "password") throw new Unshowable("asks for a password");
  const field: FormField = {
    ...base,
    kind: "string",
    // An unknown format is an annotation; the server checks it.
    format: formats.find((known) => known === format) ?? null,
    ...range({ minLength: countOf(minLength, "minLength"), maxLength: countOf(maxLength, "maxLength") }),
    initial: null,
  };
  return { field, drawn: ["minLength", "maxLength"] };
}

function readNumber(base: Base, schema: JsonObject): Read {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const minimum = numberOf(schema["minimum"], "minimum");
  const maximum = numberOf(schema["maximum"], "maximum");
  // In the oldest drafts of JSON Schema, `true` excludes the limit itself.
  const above = exclusiveMinimum === true ? minimum : limitOf(exclusiveMinimum, "exclusiveMinimum");
  const below = exclusiveMaximum === true ? maximum : limitOf(exclusiveMaximum, "exclusiveMaximum");
  const multipleOf = numberOf(schema["multipleOf"], "multipleOf");
  range({ minimum, below });
  range({ above, maximum });
  const field: FormField = {
    ...base,
    kind: "number",
    integer: schema["type"] === "integer",
    ...range({ minimum, maximum }),
    ...(above === null ? {} : { above }),
    ...(below === null ? {} : { below }),
    ...(multipleOf === null || multipleOf <= 0 ? {} : { multipleOf }),
    initial: null,
  };
  return { field, drawn: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] };
}

function limitOf(value: JsonValue | undefined, what: string): number | null {
  return value === false ? null : numberOf(value, what);
}

function readChoices(base: Base, schema: JsonObject): Read {
  const { items } = schema;
  if (!isJsonObject(items)) throw new Unshowable("is a list without options");
  const options =
    "enum" in items ? plainOptions(items["enum"], items["enumNames"]) : titledOptions(items["anyOf"] ?? items["oneOf"]);
  // MCP allows lists of texts only.
  if (options.some(({ value }) => typeof value !== "string")) throw new Unshowable("has options that are not texts");
  const minItems = countOf(schema["minItems"], "minItems");
  if ((minItems ?? 0) > options.length) throw new Unshowable("asks for more options than it has");
  const limits = { minItems, maxItems: countOf(schema["maxItems"], "maxItems") };
  const field: FormField = { ...base, kind: "choices", options, ...range(limits), initial: null };
  return { field, drawn: ["items", "minItems", "maxItems"] };
}

function plainOptions(values: JsonValue | undefined, names: JsonValue | undefined): FormOption[] {
  if (!Array.isArray(values)) throw new Unshowable("has no options");
  const titles = Array.isArray(names) && names.length === values.length ? names : [];
  return checkedOptions(values.map((value, at) => ({ value, title: titles[at] })));
}

function titledOptions(options: JsonValue | undefined): FormOption[] {
  if (!Array.isArray(options)) throw new Unshowable("has no options");
  return checkedOptions(
    options.map((option) => {
      if (!isJsonObject(option)) throw new Unshowable("has malformed options");
      return { value: option["const"], title: option["title"] };
    }),
  );
}

function checkedOptions(options: { value: JsonValue | undefined; title: JsonValue | undefined }[]): FormOption[] {
  // The option `null` means no answer; an empty field means the same.
  const said = options.filter(({ value }) => value !== null);
  if (said.length === 0) throw new Unshowable("has no options");
  if (said.length > mostOptions) throw new Unshowable(`has more than ${mostOptions} options`);
  const checked = said.map(({ value, title }): FormOption => {
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
      throw new Unshowable("has options that are neither texts nor numbers");
    if (String(value).length > mostCharacters) throw new Unshowable("has an option that is too long");
    const words = value === true ? "Yes" : value === false ? "No" : String(value);
    return { value, title: textOf(title, "option") || words };
  });
  if (new Set(checked.map(({ value }) => String(value))).size < checked.length)
    throw new Unshowable("has the same option twice");
  return checked;
}

function textOf(value: JsonValue | undefined, what: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw new Unshowable(`has a malformed ${what}`);
  if (value.length > mostCharacters) throw new Unshowable(`has a ${what} that is too long`);
  return value;
}

function numberOf(value: JsonValue | undefined, what: string): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "number") throw new Unshowable(`has a malformed ${what}`);
  return value;
}

function countOf(value: JsonValue | undefined, what: string): number | null {
  const count = numberOf(value, what);
  if (count !== null && (count < 0 || !Number.isInteger(count))) throw new Unshowable(`has a malformed ${what}`);
  return count;
}

/** Refuses a range that no answer can meet: nobody could submit the form. */
function range<Limits extends { [limit: string]: number | null }>(limits: Limits): Limits {
  const [least, most] = Object.values(limits);
  if (least != null && most != null && least > most) throw new Unshowable("allows no answer");
  return limits;
}

/** Drops a default that its own field would refuse, so that the person is not shown it as an answer. */
function withInitial(field: FormField, value: JsonValue | undefined): FormField {
  if (value === undefined || value === null || problemOfAnswer(field, value) !== null) return field;
  // problemOfAnswer has just checked that the value fits this field.
  return { ...field, initial: value } as FormField;
}
