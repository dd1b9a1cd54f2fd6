import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";
import { refuseUnsafeJson } from "#lib/untrusted/refuse-unsafe-json.ts";
import type { Form, FormField } from "./form.ts";
import { parseField } from "./parse-field.ts";
import { secretAskedFor, secretAskedForIn } from "./secret-asked-for.ts";

const mostFields = 32;
const mostBytes = 64 * 1024;

/** Keywords beside the fields that could ask for more than the fields do: nobody would be shown it. */
const structural = new Set(
  (
    "$ref $dynamicRef $recursiveRef allOf anyOf oneOf if then else enum const patternProperties dependencies " +
    "dependentSchemas"
  ).split(" "),
);
/** Keywords that make the answers fewer. Any other says nothing about them. */
const narrowing = new Set("not dependentRequired minProperties maxProperties propertyNames".split(" "));

/**
 * Turns the schema of an elicitation and the message above it (S4.2, M2) into a form, or says in a sentence why it cannot be shown. A form with
 * no fields, or with one required boolean and nothing else, is a plain confirm: `confirm` is what Approve sends.
 *
 * Reads the specification's flat subset by hand, and what libraries write in its place. What only makes the answers
 * fewer and is not drawn is left in the form's `schema`, by which answers are checked within a budget of steps (THREATS
 * E6, E7). Refuses forms that ask for secrets (E8). Never throws.
 */
export function normaliseForm(
  requestedSchema: unknown,
  message: string,
): { form: Form; confirm: JsonObject | null } | { refused: string } {
  const safe = refuseUnsafeJson(requestedSchema, mostBytes);
  if ("problem" in safe) return { refused: `The server sent a form that cannot be read: ${safe.problem}.` };
  const whole = safe.value;
  if (!isJsonObject(whole)) return { refused: "The server sent no form." };
  const { type, ...rest } = whole;
  const properties = rest["properties"] ?? {};
  const required = rest["required"] ?? [];
  if (type !== undefined && type !== "object") return unshowable("it is not a list of fields");
  if (!isJsonObject(properties)) return unshowable("its fields are malformed");
  if (!isTexts(required)) return unshowable("its list of required fields is malformed");
  const beyond = Object.keys(rest).find((keyword) => structural.has(keyword));
  if (beyond !== undefined) return unshowable(`it uses "${beyond}"`);
  const names = Object.keys(properties);
  if (names.length > mostFields) return unshowable(`it has more than ${mostFields} fields`);
  const missing = required.find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined) return unshowable(`it requires "${clipped(missing)}", which it does not have`);

  const fields: FormField[] = [];
  let saysMore = Object.keys(rest).some((keyword) => narrowing.has(keyword));
  for (const [name, schema] of Object.entries(properties)) {
    const parsed = parseField(name, schema, { required: required.includes(name), whole });
    if ("problem" in parsed) return unshowable(`the field "${clipped(name)}" ${parsed.problem}`);
    const asking = askingTextOf(parsed.field);
    if (asking !== null) return secret(asking);
    fields.push(parsed.field);
    saysMore ||= parsed.more;
  }
  const asking = asksInWords(message, [rest["title"], rest["description"]], fields);
  if (asking !== null) return secret(asking);
  return { form: { fields, ...(saysMore && { schema: whole }) }, confirm: confirmOf(fields) };
}

function secret(asking: string): { refused: string } {
  return { refused: `It asks for a secret ("${clipped(asking)}"). Servers must not ask for this here.` };
}

/** Only typed text can reveal a secret; a choice or a boolean cannot. */
export function isTypedField({ kind }: FormField): boolean {
  return kind === "string" || kind === "number";
}

/** The text of a field that asks for a secret to be typed there, if there is one; or null. */
export function askingTextOf(field: FormField): string | null {
  if (!isTypedField(field)) return null;
  const { name, title, description, initial } = field;
  if ([name, title, description ?? ""].some((text) => secretAskedFor(text))) return title;
  // It stands in the field until somebody types. A bare name is a value as good as any other.
  return typeof initial === "string" && secretAskedForIn(initial, { label: prompt.test(initial) }) ? initial : null;
}

/** How a text ends that waits for another one: "Password:", "<API key>". */
const prompt = /[:?…>)\]]\s*$|\.\.\.\s*$/;

/** The text around the fields that asks for a secret, if there is a field to type it into; or null. */
function asksInWords(message: string, about: unknown[], fields: FormField[]): string | null {
  if (!fields.some(isTypedField)) return null;
  if (secretAskedForIn(message, { label: true })) return message;
  const aside = fields
    .filter((field) => !isTypedField(field))
    .flatMap((field) => [field.title, field.description, ...optionsOf(field)]);
  const texts = [...about, ...aside].filter((text) => typeof text === "string");
  return texts.find((text) => secretAskedForIn(text, { label: false })) ?? null;
}

function optionsOf(field: FormField): string[] {
  return "options" in field ? field.options.map(({ title }) => title) : [];
}

function confirmOf(fields: FormField[]): JsonObject | null {
  const [first, ...others] = fields;
  if (first === undefined) return {};
  if (others.length > 0 || first.kind !== "boolean" || !first.required) return null;
  return { [first.name]: true };
}

function unshowable(why: string): { refused: string } {
  return { refused: `The server sent a form that cannot be shown: ${why}.` };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function clipped(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
}
