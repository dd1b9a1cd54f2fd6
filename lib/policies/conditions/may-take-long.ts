import type { ASTNode } from "@marcbachmann/cel-js";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { isBind } from "./strict-source.ts";

/**
 * Steps that are left for all conditions which are decided on one call: together they may not hold up everybody. It is
 * short once a condition was left undecided because of others. Whether that happens does not depend on their order.
 */
export type Effort = { steps: number; isShort: boolean };

/** A tenth of a second, or two on a slow machine. */
const mostSteps = 3_000_000;

export const newEffort = (): Effort => ({ steps: mostSteps, isShort: false });

const loops = new Set(["all", "exists", "exists_one", "map", "filter"]);
/** A search takes at most the product of both lengths, each a small step. */
const searching = 400;
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
 * Whether a condition may take longer than there is left on these arguments, which come from a model (THREATS G8: input
 * that blocks): a loop that looks through a whole list at each turn, or a list put to itself again and again, grows with
 * the square of its input. If not, what it may take is taken off.
 */
export function mayTakeLong(ast: ASTNode, args: JsonObject, effort: Effort): boolean {
  const { steps } = costOf(ast, { args, inLoop: new Map() });
  if (steps <= effort.steps) {
    effort.steps -= steps;
    return false;
  }
  effort.isShort ||= steps <= mostSteps;
  return true;
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
      const [given] = node.args[1];
      // The language goes through an object before it looks for one name in it.
      const read = node.args[0] === "has" && given?.op === "." ? [given.args[0]] : node.args[1];
      const { steps, length } = together(read, known);
      return { steps: steps + (readingSteps.get(node.args[0]) ?? 0), length };
    }
    case "rcall":
      return costOfMethod(node, known);
    case "map":
      return together(node.args.flat(), known);
    case "!_":
    case "-_":
      return costOf(node.args, known);
    case "&&":
    case "||":
      return { steps: stepsOf(node.args, known), length: 1 };
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return costOfComparison(node.args, known);
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
  const turns = there === undefined ? list.length : entriesIn(there);
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

/** What several parts take, each for itself. */
function stepsOf(nodes: readonly ASTNode[], known: Known): number {
  return nodes.reduce((all, node) => all + costOf(node, known).steps, 1);
}

/** Of a text no more is read than the other side is long. */
function costOfComparison([one, other]: readonly [ASTNode, ASTNode], known: Known): Cost {
  const [first, second] = [costOf(one, known), costOf(other, known)];
  const least = Math.min(first.length, second.length);
  const isText = (node: ASTNode) => typeof valueAt(node, known) === "string";
  const read = (isText(one) ? least : first.length) + (isText(other) ? least : second.length);
  return { steps: first.steps + second.steps + 1 + read / 2, length: 1 };
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

/** Of lists and objects, which many conditions may name. */
const lengths = new WeakMap<object, number>();
const entries = new WeakMap<object, number>();

function entriesIn(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 0;
  const count = entries.get(value) ?? Object.keys(value).length;
  entries.set(value, count);
  return count;
}

function lengthOf(value: JsonValue): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  const length = lengths.get(value) ?? JSON.stringify(value).length;
  lengths.set(value, length);
  return length;
}
