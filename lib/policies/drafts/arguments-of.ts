import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import type { ValueKind } from "./subject.ts";

/** An argument that a condition may look at, as a tool's schema describes it. */
export type ArgumentChoice = {
  path: readonly string[];
  kind: ValueKind;
  /** The texts that it may be; null where it may be any. */
  choices: readonly string[] | null;
};

/** Schemas come from servers: deeper fields and more of them are not offered, and can be typed. */
const most = { depth: 4, arguments: 200, choices: 100, visited: 2_000 };

/** The arguments of several tools, those of nested objects too. One that differs between tools is of unknown kind. */
export function argumentsOf(schemas: readonly JsonObject[]): ArgumentChoice[] {
  const found = new Map<string, ArgumentChoice>();
  const left = { visited: most.visited };
  for (const schema of schemas) {
    for (const argument of fieldsOf(schema, { root: schema, left }, [])) {
      const key = JSON.stringify(argument.path);
      const known = found.get(key);
      if (known !== undefined) found.set(key, merged(known, argument));
      else if (found.size < most.arguments) found.set(key, argument);
    }
  }
  return [...found.values()];
}

function merged(one: ArgumentChoice, other: ArgumentChoice): ArgumentChoice {
  if (one.kind !== other.kind) return { ...one, kind: "unknown", choices: null };
  const choices = one.choices && other.choices ? [...new Set([...one.choices, ...other.choices])] : null;
  return { ...one, choices };
}

type Reading = { root: JsonObject; left: { visited: number } };

function* fieldsOf(schema: JsonObject, reading: Reading, path: readonly string[]): Generator<ArgumentChoice> {
  const properties = own(schema, "properties");
  if (!isJsonObject(properties) || path.length >= most.depth) return;
  for (const [name, value] of Object.entries(properties)) {
    reading.left.visited -= 1;
    if (reading.left.visited < 0) return;
    const field = plainSchema(value, reading.root);
    const choices = own(field, "enum");
    const texts = Array.isArray(choices) ? choices.filter((choice) => typeof choice === "string") : [];
    const isChoice = Array.isArray(choices) && texts.length === choices.length && texts.length <= most.choices;
    const at = [...path, name];
    const kind = isChoice && texts.length > 0 ? "text" : kindOf(own(field, "type"));
    if (own(field, "type") !== "object") yield { path: at, kind, choices: isChoice ? texts : null };
    yield* fieldsOf(field, reading, at);
  }
}

/** Follows a reference into the same schema, and the one choice beside null. */
function plainSchema(value: JsonValue | undefined, root: JsonObject): JsonObject {
  if (!isJsonObject(value)) return {};
  const reference = own(value, "$ref");
  const name = typeof reference === "string" ? /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) : null;
  const definitions = name === null ? undefined : own(root, name[1] ?? "");
  const meant = isJsonObject(definitions) ? own(definitions, name?.[2] ?? "") : undefined;
  if (isJsonObject(meant)) return meant;
  const either = own(value, "anyOf") ?? own(value, "oneOf");
  const others = Array.isArray(either) ? either.filter((one) => isJsonObject(one) && own(one, "type") !== "null") : [];
  return others.length === 1 && isJsonObject(others[0]) ? others[0] : value;
}

const kinds: ReadonlyMap<unknown, ValueKind> = new Map([
  ["string", "text"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "boolean"],
  ["array", "list"],
]);

function kindOf(type: JsonValue | undefined): ValueKind {
  const [only, ...more] = Array.isArray(type) ? type.filter((one) => one !== "null") : [type];
  return more.length > 0 ? "unknown" : (kinds.get(only) ?? "unknown");
}

/** A name such as `constructor` must not reach the prototype. */
function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
