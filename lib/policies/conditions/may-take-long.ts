import type { ASTNode } from "@marcbachmann/cel-js";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { isBind } from "./strict-source.ts";

/** Steps that deciding one condition may take: some tenths of a second on a slow machine. */
const mostSteps = 10_000_000;

const loops = new Set(["all", "exists", "exists_one", "map", "filter"]);
/** A search takes at most the product of both lengths, each a small step. */
const searching = 1_000;
/** Steps to look up a time zone. */
const zoneSteps = 5_000;
/** Steps to read the longest text that is read. */
const readingSteps = new Map([
  ["duration", 2_000],
  ["timestamp", 200],
]);

/** `inLoop`: about how long the variables of the loops and bindings around are. Lengths are characters of JSON. */
type Known = { args: JsonObject; inLoop: ReadonlyMap<string, number> };

/** The most that an expression may take: the steps to evaluate it, and the length of its value. */
type Cost = { steps: number; length: number };

/**
 * Whether a condition may take long on these arguments, which come from a model (THREATS G8: input that blocks): a loop
 * that looks through a whole list at each turn, or a list put to itself again and again, grows with the square of its
 * input.
 */
export function mayTakeLong(ast: ASTNode, args: JsonObject): boolean {
  return costOf(ast, { args, inLoop: new Map() }).steps > mostSteps;
}

/** Whether it may do so on any arguments at all; an expression that only compares takes no notable time. */
export function canTakeLong(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(canTakeLong);
  if (typeof node !== "object" || node === null || !("op" in node && "args" in node)) return false;
  return node.op === "rcall" || node.op === "call" || node.op === "+" || canTakeLong(node.args);
}

function costOf(node: ASTNode, known: Known): Cost {
  const there = valueAt(node, known);
  if (there !== undefined) return { steps: 1, length: lengthOf(there) };
  switch (node.op) {
    case "value":
      return { steps: 1, length: typeof node.args === "string" ? node.args.length : 1 };
    case "id":
      // Facts other than the arguments are short.
      return { steps: 1, length: known.inLoop.get(node.args) ?? 100 };
    case ".":
    case ".?":
      return costOf(node.args[0], known);
    case "call": {
      const { steps, length } = together(node.args[1], known);
      return { steps: steps + (readingSteps.get(node.args[0]) ?? 0), length };
    }
    case "rcall":
      return costOfMethod(node, known);
    case "map":
      return together(node.args.flat(), known);
    case "!_":
    case "-_":
      return costOf(node.args, known);
    default:
      return together(node.args, known);
  }
}

function costOfMethod({ args: [name, on, given] }: Extract<ASTNode, { op: "rcall" }>, known: Known): Cost {
  if (loops.has(name)) return costOfLoop(on, given, known);
  if (isBind(name, on)) return costOfBinding(given, known);
  const receiver = costOf(on, known);
  const others = given.map((each) => costOf(each, known));
  const all = sum([receiver, ...others]);
  const { length } = receiver;
  const most = Math.max(0, ...others.map((each) => each.length));
  if (name === "join") return { steps: all.steps + length * (1 + most), length: length * (1 + most) };
  if (/^get[A-Z]/.test(name) && given.length > 0) return { steps: all.steps + zoneSteps, length: 1 };
  return { steps: all.steps + (length * most) / searching, length: all.length };
}

function costOfLoop(on: ASTNode, [variable, ...body]: ASTNode[], known: Known): Cost {
  const list = costOf(on, known);
  const there = valueAt(on, known);
  // A list made by splitting a text may have an entry for each character.
  const turns = there === undefined ? list.length : entriesOf(there).length;
  const inLoop = new Map(known.inLoop);
  if (variable?.op === "id") inLoop.set(variable.args, list.length / Math.max(1, turns));
  const each = together(body, { ...known, inLoop });
  return { steps: list.steps + turns * each.steps, length: Math.max(list.length, turns * each.length) };
}

/** The value of a name is evaluated once, and has its length wherever the name stands. */
function costOfBinding([variable, ...parts]: ASTNode[], known: Known): Cost {
  const [value, ...body] = parts;
  if (variable?.op !== "id" || !value) return together(parts, known);
  const given = costOf(value, known);
  const inside = together(body, { ...known, inLoop: new Map([...known.inLoop, [variable.args, given.length]]) });
  return { steps: given.steps + inside.steps, length: inside.length };
}

/** Several parts, and one pass through all their values. */
function together(nodes: readonly ASTNode[], known: Known): Cost {
  return sum(nodes.map((node) => costOf(node, known)));
}

function sum(costs: readonly Cost[]): Cost {
  const length = costs.reduce((all, cost) => all + cost.length, 0);
  return { steps: costs.reduce((all, cost) => all + cost.steps, 1 + length / 2), length };
}

/** The very value that a path like `args.lines` names; undefined for everything else. */
function valueAt(node: ASTNode, known: Known): JsonValue | undefined {
  if (node.op === "id") return node.args === "args" && !known.inLoop.has("args") ? known.args : undefined;
  if (node.op !== "." && node.op !== ".?") return undefined;
  const [of, key] = node.args;
  const value = valueAt(of, known);
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function entriesOf(value: JsonValue): readonly JsonValue[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

function lengthOf(value: JsonValue): number {
  return JSON.stringify(value).length;
}
