import { type OutputUnit, Validator } from "@cfworker/json-schema";
import { checkableSchema } from "./checkable-schema.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** `path` is a JSON pointer into the arguments, "" for the whole, and cut where it is very long. `message` is a sentence. */
export type ArgumentError = { path: string; message: string };

export type Validation =
  | { ok: true }
  | { errors: ArgumentError[] }
  /** Why the schema cannot be evaluated here, as half a sentence. Then only the server can check. */
  | { unchecked: string };

/**
 * Checks a call's arguments against the tool's JSON Schema before a person is asked (S1.19: checked before asking, row
 * 10: edited calls). Never refuses what the schema allows; `pattern`, `format` and `uniqueItems` are left to the server
 * (see checkable-schema.ts). Neither schema nor arguments can make it hang or throw: it evaluates without generated
 * code, within a budget of steps.
 */
export function validateArguments(inputSchema: JsonObject, args: JsonObject): Validation {
  return validateValue(inputSchema, args, "argument");
}

/** The same for any value, as it was parsed and not frozen; `member` is what a person calls its parts. */
export function validateValue(schema: JsonObject, value: JsonValue, member: string): Validation {
  const prepared = preparedSchema(schema);
  if ("unchecked" in prepared) return prepared;
  const { budget } = prepared;
  budget.steps = mostSteps;
  budget.perText = null;
  budget.value = value;
  try {
    const { valid, errors } = prepared.validator.validate(countedAsRead(value, budget));
    return valid ? { ok: true } : { errors: readable(errors, member) };
  } catch (error) {
    // The library throws on dangling and endless references; neither says anything about the arguments.
    if (error instanceof OverBudget || error instanceof RangeError)
      return { unchecked: "its schema takes too long to evaluate" };
    return { unchecked: "its schema could not be evaluated" };
  } finally {
    budget.value = null;
  }
}

/** `perText`: the steps to go through the longest text of `value`, be it a name; null until it is asked for. */
type Budget = { steps: number; perText: number | null; value: JsonValue };
type Prepared = { validator: Validator; budget: Budget } | { unchecked: string };

/** In one validation: about 15,000 applications of a subschema, half a second on a slow machine. */
const mostSteps = 1_000_000;
/** Steps for reading a value and working on it; a value that is missing costs one step. */
const stepsOfValue = 5;
const stepsOfName = 10;
const lettersPerStep = 64;
/** The library escapes a name anew wherever it meets it. */
const lettersOfNamePerStep = 8;

/** A tool's schema object lives as long as the tool, and is prepared once. */
const prepared = new WeakMap<JsonObject, Prepared>();

function preparedSchema(inputSchema: JsonObject): Prepared {
  const known = prepared.get(inputSchema);
  if (known) return known;
  const fresh = prepare(inputSchema);
  prepared.set(inputSchema, fresh);
  return fresh;
}

function prepare(inputSchema: JsonObject): Prepared {
  const checkable = checkableSchema(inputSchema);
  if ("unchecked" in checkable) return checkable;
  const budget: Budget = { steps: mostSteps, perText: null, value: null };
  try {
    const schema = counted(checkable.schema, spending(budget));
    return { validator: new Validator(schema, checkable.draft, false), budget };
  } catch {
    // Malformed pointers: nothing about the arguments is known.
    return { unchecked: "its schema could not be evaluated" };
  }
}

class OverBudget extends Error {}

/**
 * Counts what is read of a schema, and of arguments. All work of the library costs reads of one of the two, so nested
 * choices and references that would multiply into years of work end here, and so does what is cheap for the schema
 * alone, as `true` for thousands of names again and again (THREATS E6: hostile schemas).
 */
function spending(budget: Budget): ProxyHandler<JsonContainer> {
  const spend = (steps: number) => {
    budget.steps -= steps;
    if (budget.steps < 0) throw new OverBudget();
  };
  return {
    get(target, key, receiver) {
      const read: unknown = Reflect.get(target, key, receiver);
      spend(read === undefined ? 1 : stepsOfValue + (lengthOf(key) + lengthOf(read)) / lettersPerStep);
      if (read !== undefined && (key === "minLength" || key === "maxLength")) {
        spend((budget.perText ??= longestText(budget.value) / lettersPerStep));
      }
      return read;
    },
    // The library goes through all names that it asks for.
    ownKeys(target) {
      const names = Reflect.ownKeys(target);
      const letters = names.reduce((sum, name) => sum + lengthOf(name), 0);
      spend(stepsOfName * names.length + letters / lettersOfNamePerStep);
      return names;
    },
  };
}

type JsonContainer = Extract<JsonValue, object>;

/** A copy of a schema, all of which is counted. The library writes into it. */
function counted<Value extends JsonValue>(value: Value, spends: ProxyHandler<JsonContainer>): Value {
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([key, item]) => [key, counted(item, spends)]);
  const copy = Array.isArray(value) ? inner.map(([, item]) => item) : Object.fromEntries(inner);
  return new Proxy(copy, spends);
}

/** A value whose parts cost steps only when they are read: a server's result may be large. */
function countedAsRead(value: JsonValue, budget: Budget): JsonValue {
  const spends = spending(budget);
  const wrapped = (read: unknown) =>
    typeof read === "object" && read !== null ? new Proxy(read as JsonContainer, asRead) : read;
  const asRead: ProxyHandler<JsonContainer> = {
    ...spends,
    get: (target, key, receiver) => wrapped(spends.get?.(target, key, receiver)),
  };
  return wrapped(value) as JsonValue;
}

function lengthOf(value: unknown): number {
  return typeof value === "string" ? value.length : 0;
}

function longestText(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return lengthOf(value);
  return Object.entries(value).reduce(
    (longest, [name, inner]) => Math.max(longest, name.length, longestText(inner)),
    0,
  );
}

const mostErrors = 10;
const mostCharacters = { message: 300, path: 1_000 };

/** Output units that only point to a deeper unit with the reason. */
const wrappers = new Set(["$ref", "properties", "items", "prefixItems", "allOf", "if", "propertyNames"]);
const closed = new Set(["additionalProperties", "unevaluatedProperties"]);

function readable(units: OutputUnit[], member: string): ArgumentError[] {
  const errors: ArgumentError[] = [];
  for (const [at, unit] of units.entries()) {
    // Each may say long names and values again.
    if (errors.length === mostErrors) break;
    const { keyword } = unit;
    if (keyword === "required") errors.push({ path: memberOf(unit), message: "is missing" });
    else if (closed.has(keyword)) {
      if (units[at + 1]?.keyword === "false")
        errors.push({ path: memberOf(unit), message: `is not a known ${member}` });
    } else if (!wrappers.has(keyword) && keyword !== "false") {
      errors.push({
        path: cut(pointerOf(unit.instanceLocation), mostCharacters.path),
        message: cut(sentenceOf(unit), mostCharacters.message),
      });
    }
  }
  // Never empty: an invalid value without a reason must not look valid.
  return errors.length > 0 ? errors : [{ path: "", message: "does not fit the schema" }];
}

/** The place of the member that an error is about. */
function memberOf({ instanceLocation, error }: OutputUnit): string {
  return cut(`${pointerOf(instanceLocation)}/${/"(.*)"/su.exec(error)?.[1]}`, mostCharacters.path);
}

/** The library writes `#/a%20b/0`, escaped for URLs. */
function pointerOf(location: string): string {
  try {
    return decodeURI(location.slice(1)).replaceAll("%23", "#");
  } catch {
    // Not every text survives URL escaping; the raw form still names the place.
    return location.slice(1);
  }
}

/** What the library says of a value, in plain words; the rest is said as it says it. */
const plain: [RegExp, (...found: string[]) => string][] = [
  [/^Instance type "number" is invalid\. Expected "integer"\.$/, () => "must be a whole number"],
  [
    /^Instance type "(\w+)" is invalid\. Expected (.*)\.$/s,
    (is, types = "") => `must be of type ${types.replaceAll('"', "").replaceAll(", ", "/")}, not ${is}`,
  ],
  [/^Instance does not match any of (.*)\.$/s, (values) => `must be one of ${values}`],
  [/^Instance does not match any subschemas\.$/, () => "fits none of the allowed forms"],
  [
    /^Instance does not match exactly one subschema \((\d+) matches\)\.$/,
    (count) => `must fit one form, but fits ${count}`,
  ],
  [/^Instance does not match ([^"].*|".*")\.$/s, (value) => `must be ${value}`],
  [
    /^String is too short \((\d+) < (\d+)\)\.$/,
    (length, least) => `has ${length} characters, and at least ${least} are needed`,
  ],
  [
    /^String is too long \((\d+) > (\d+)\)\.$/,
    (length, most) => `has ${length} characters, and at most ${most} are allowed`,
  ],
  [
    /^Array has too few items \((\d+) < (\d+)\)\.$/,
    (length, least) => `has ${length} items, and at least ${least} are needed`,
  ],
  [
    /^Array has too many items \((\d+) > (\d+)\)\.$/,
    (length, most) => `has ${length} items, and at most ${most} are allowed`,
  ],
  [/^(\S+) is less than or equal to +(\S+)\.$/, (value, least) => `is ${value}, and must be more than ${least}`],
  [/^(\S+) is greater than or equal to +(\S+)\.$/, (value, most) => `is ${value}, and must be less than ${most}`],
  [/^(\S+) is less than +(\S+)\.$/, (value, least) => `is ${value}, and must be at least ${least}`],
  [/^(\S+) is greater than +(\S+)\.$/, (value, most) => `is ${value}, and must be at most ${most}`],
  [/^(\S+) is not a multiple of (\S+)\.$/, (value, step) => `is ${value}, and must be a multiple of ${step}`],
];

function sentenceOf({ keyword, error: said }: OutputUnit): string {
  // Of this limit alone the library does not say that its own value is too little.
  const error = keyword === "exclusiveMinimum" ? said.replace(" is less than ", " is less than or equal to ") : said;
  for (const [form, words] of plain) {
    const found = form.exec(error);
    if (found !== null) return words(...found.slice(1));
  }
  return error.replace(/^Instance /, "").replace(/\.$/, "");
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
