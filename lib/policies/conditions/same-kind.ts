import { Duration, UnsignedInt } from "@marcbachmann/cel-js/evaluator";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";

/**
 * Whether two values are the same; throws where they are of different kinds, so that nobody can say. The language itself
 * says that they differ, and `args.env != "prod"` would then hold for `["prod"]`.
 */
export function isSame(one: unknown, other: unknown): boolean {
  const same = compared(one, other);
  if (same !== null) return same;
  throw new ToolApprovalError(`${kindInWords(one)} cannot be compared with ${kindInWords(other)}`);
}

/**
 * Whether a value is an entry of a list or a key of a map. A value that is found is in it, whatever else stands there.
 */
export function isIn(value: unknown, among: unknown): boolean {
  if (!Array.isArray(among)) return isKeyOf(among, keyFrom(value));
  const found = among.map((entry) => compared(value, entry));
  if (found.includes(true)) return true;
  if (!found.includes(null)) return false;
  throw new ToolApprovalError(`${kindInWords(value)} is looked for among values of other kinds`);
}

/** What stands at a place of a list or under a key of a map. */
export function entryOf(of: unknown, at: unknown): unknown {
  const key = keyFrom(at);
  const entry: unknown = Array.isArray(of) ? (typeof key === "number" ? of[key] : undefined) : under(of, key);
  if (entry === undefined) throw new ToolApprovalError(`there is no entry ${key}`);
  return entry;
}

export function hasField(of: unknown, name: string): boolean {
  return under(of, name) !== undefined;
}

function isKeyOf(map: unknown, key: Key): boolean {
  if (under(map, key) !== undefined) return true;
  const keys = keysOf(map);
  if (keys.length === 0 || keys.some((known) => typeof known === typeof key)) return false;
  throw new ToolApprovalError(`${kindInWords(key)} is looked for among names of another kind`);
}

type Key = string | number;

/** A map as it is written, by its keys and values in turn. A number and the same number as a text are two keys. */
export function mapOf(keysAndValues: readonly unknown[]): Map<Key, unknown> {
  const map = new Map<Key, unknown>();
  for (let at = 0; at < keysAndValues.length; at += 2) map.set(keyFrom(keysAndValues[at]), keysAndValues[at + 1]);
  return map;
}

/** Null where they differ in kind and no part of the same kind already tells them apart. */
function compared(one: unknown, other: unknown): boolean | null {
  const kind = kindInWords(one);
  if (kind !== kindInWords(other)) return null;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && all(one.map((entry, at) => compared(entry, other[at])));
  }
  if (kind === kinds.map) {
    const [keys, others] = [keysOf(one), keysOf(other)];
    if (hasNumbers(one) !== hasNumbers(other)) return null;
    if (keys.length !== others.length || !keys.every((key) => under(other, key) !== undefined)) return false;
    return all(keys.map((key) => compared(under(one, key), under(other, key))));
  }
  if (kind === kinds.number) return sameNumber(numberOf(one), numberOf(other));
  if (one instanceof Uint8Array && other instanceof Uint8Array) {
    return one.length === other.length && one.every((byte, at) => byte === other[at]);
  }
  if (kind === kinds.moment) return Number(one) === Number(other);
  if (one instanceof Duration && other instanceof Duration) {
    return one.seconds === other.seconds && one.nanos === other.nanos;
  }
  return one === other;
}

/** Only a map that is written in a condition has any. */
function hasNumbers(map: unknown): boolean {
  return map instanceof Map && keysOf(map).some((key) => typeof key === "number");
}

function all(same: readonly (boolean | null)[]): boolean | null {
  if (same.includes(false)) return false;
  return same.includes(null) ? null : true;
}

/** Whole numbers and others are of one kind, as in JSON; NaN is neither more nor less nor the same. */
function sameNumber(one: number | bigint, other: number | bigint): boolean | null {
  if (one < other) return false;
  if (one > other) return false;
  return one >= other ? true : null;
}

function numberOf(value: unknown): number | bigint {
  return value instanceof UnsignedInt ? value.valueOf() : (value as number | bigint);
}

function keyFrom(value: unknown): Key {
  const kind = kindInWords(value);
  if (kind === kinds.string) return value as string;
  if (kind === kinds.number) return Number(numberOf(value));
  throw new ToolApprovalError(`${kind} is no key`);
}

/** Looked up, not copied, because a loop may do this at each turn. */
function under(map: unknown, key: Key): unknown {
  if (map instanceof Map) return map.get(key);
  if (kindInWords(map) !== kinds.map) throw new ToolApprovalError(`${kindInWords(map)} has no names in it`);
  return typeof key === "string" && Object.hasOwn(map as object, key)
    ? (map as Record<string, unknown>)[key]
    : undefined;
}

const namesOf = new WeakMap<object, readonly string[]>();

/** For a value that is known to be a map. Listed once, because it may be compared with each entry of a list. */
function keysOf(map: unknown): readonly Key[] {
  if (map instanceof Map) return [...(map as ReadonlyMap<Key, unknown>).keys()];
  const names = namesOf.get(map as object) ?? Object.keys(map as object);
  namesOf.set(map as object, names);
  return names;
}

const kinds = {
  null: "null",
  string: "a text",
  number: "a number",
  boolean: "true or false",
  list: "a list",
  map: "an object",
  moment: "a moment",
} as const;

/** In words, for those who read why a condition could not be decided. */
export function kindInWords(value: unknown): string {
  if (value === null) return kinds.null;
  if (typeof value === "string") return kinds.string;
  if (typeof value === "number" || typeof value === "bigint" || value instanceof UnsignedInt) return kinds.number;
  if (typeof value === "boolean") return kinds.boolean;
  if (Array.isArray(value)) return kinds.list;
  if (value instanceof Uint8Array) return "bytes";
  const made: unknown = typeof value === "object" ? value.constructor : null;
  if (made === Object || made === Map || made === undefined) return kinds.map;
  if (Object.prototype.toString.call(value) === "[object Date]") return kinds.moment;
  return typeof made === "function" ? `a ${made.name}` : "nothing";
}
