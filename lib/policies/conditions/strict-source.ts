import type { ASTNode } from "@marcbachmann/cel-js";
import { factNames } from "./facts.ts";

const loops = new Set(["all", "exists", "exists_one", "map", "filter"]);
const arithmetic = new Set(["+", "-", "*", "/"]);
/** Functions that read a text, each with the function that checks the text first. */
const reading = new Map([
  ["int", "whole"],
  ["uint", "whole"],
  ["double", "decimal"],
  ["duration", "span"],
  ["timestamp", "moment"],
]);

const facts: ReadonlySet<string> = new Set(factNames);

/** Names that a loop or `cel.bind` gives; they may hide a fact of the same name. */
type Bound = ReadonlySet<string>;

/**
 * The expression written once more, with the functions of strict-functions.ts wherever the language would compare
 * values of different kinds (row 15: a condition that cannot be decided).
 */
export function strictSource(node: ASTNode, bound: Bound = new Set()): string {
  const written = (inner: ASTNode) => strictSource(inner, bound);
  const list = (inner: readonly ASTNode[]) => inner.map(written).join(", ");
  switch (node.op) {
    case "value":
      return `(${node.input.slice(node.start, node.end)})`;
    case "id":
      return node.args;
    case ".":
    case ".?":
      return `${written(node.args[0])}${node.op}${node.args[1]}`;
    case "[]":
    case "[?]":
      return `entryOf(${list(node.args)})`;
    case "list":
      return `[${list(node.args)}]`;
    case "map":
      return `mapOf([${list(node.args.flat())}])`;
    case "!_":
    case "-_":
      return `(${node.op[0]}${written(node.args)})`;
    case "?:":
      return `(${written(node.args[0])} ? ${written(node.args[1])} : ${written(node.args[2])})`;
    case "call":
      return functionCall(node.args, bound);
    case "rcall":
      return methodCall(node.args, bound);
    case "in":
      return `isIn(${written(node.args[0])}, ${listOrFact(node.args[1], bound)})`;
    default:
      return betweenTwo(node.op, node.args, node.args.map(written));
  }
}

function betweenTwo(op: string, sides: readonly ASTNode[], written: readonly string[]): string {
  const joined = `(${written.join(` ${op} `)})`;
  if (arithmetic.has(op)) return `finite${joined}`;
  // Whether something is null is a question about any value.
  if ((op !== "==" && op !== "!=") || sides.some(isNull)) return joined;
  return `${op === "==" ? "" : "!"}isSame(${written.join(", ")})`;
}

function functionCall([name, given]: [string, ASTNode[]], bound: Bound): string {
  const [first] = given;
  if (name === "has" && first?.op === ".") {
    return `hasField(${strictSource(first.args[0], bound)}, ${JSON.stringify(first.args[1])})`;
  }
  if (name === "size" && first) return `size(${noMap(first, bound)})`;
  const written = given.map((each) => strictSource(each, bound)).join(", ");
  const reader = reading.get(name);
  return reader === undefined ? `${name}(${written})` : `${name}(${reader}(${written}))`;
}

function methodCall([name, on, given]: [string, ASTNode, ASTNode[]], bound: Bound): string {
  const [variable, ...body] = given;
  if (variable?.op === "id" && (loops.has(name) || isBind(name, on))) {
    const inside = new Set([...bound, variable.args]);
    // The value that `bind` gives a name to is outside of where the name is known.
    const parts = body.map((each, at) => strictSource(each, !loops.has(name) && at === 0 ? bound : inside));
    const receiver = loops.has(name) ? listOrFact(on, bound) : "cel";
    return `${receiver}.${name}(${[variable.args, ...parts].join(", ")})`;
  }
  const receiver = name === "size" ? noMap(on, bound) : strictSource(on, bound);
  return `${receiver}.${name}(${given.map((each) => strictSource(each, bound)).join(", ")})`;
}

/** A list; outside the arguments of the call, also a map. */
function listOrFact(node: ASTNode, bound: Bound): string {
  const written = strictSource(node, bound);
  return isFact(node, bound) ? written : `listOf(${written})`;
}

function noMap(node: ASTNode, bound: Bound): string {
  const written = strictSource(node, bound);
  return isFact(node, bound) ? written : `noMap(${written})`;
}

/** Whether its kind is fixed, so that no caller can choose it. */
function isFact(node: ASTNode, bound: Bound): boolean {
  if (node.op === "map") return true;
  if (node.op === "id") return facts.has(node.args) && !bound.has(node.args);
  return node.op === "." && isPathOfFact(node.args[0], bound);
}

function isPathOfFact(node: ASTNode, bound: Bound): boolean {
  if (node.op === ".") return isPathOfFact(node.args[0], bound);
  return node.op === "id" && node.args !== "args" && isFact(node, bound);
}

export function isBind(name: string, on: ASTNode): boolean {
  return name === "bind" && on.op === "id" && on.args === "cel";
}

function isNull(node: ASTNode): boolean {
  return node.op === "value" && node.args === null;
}
