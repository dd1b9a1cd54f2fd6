import type { ASTNode } from "@marcbachmann/cel-js";
import { expressionOf } from "#lib/policies/conditions/condition.ts";
import { spans } from "#lib/verdict/counter.ts";
import { celOf, comparisons, type FormCondition, type FormValue, isOperator } from "./form-condition.ts";
import { isFactName, type Subject } from "./subject.ts";

/**
 * The condition of a form that means exactly what an expression says; null where a form cannot say it. Whatever it
 * might be is written out, and only what reads as the same expression is taken.
 */
export function readFormCondition(source: string): FormCondition | null {
  const ast = expressionOf(source);
  return ast === null ? null : readNode(ast);
}

/** The same for several that `&&` or `||` joins. */
export function readJoined(source: string): { join: "all" | "any"; conditions: FormCondition[] } | null {
  const ast = expressionOf(source);
  if (ast === null || (ast.op !== "&&" && ast.op !== "||")) return null;
  const conditions = partsJoined(ast, ast.op).map(readNode);
  const read = conditions.filter((condition) => condition !== null);
  return read.length === conditions.length ? { join: ast.op === "&&" ? "all" : "any", conditions: read } : null;
}

function partsJoined(node: ASTNode, sign: "&&" | "||"): ASTNode[] {
  return node.op === sign ? node.args.flatMap((side) => partsJoined(side, sign)) : [node];
}

/** More than any condition of a form has to be tried. Texts of suggestions come from models. */
const mostTried = 64;

function readNode(ast: ASTNode): FormCondition | null {
  const nodes = nodesIn(ast);
  const subjects = distinct(nodes.flatMap((node) => subjectOf(node) ?? argumentNamedBy(node) ?? []));
  const values = distinct([null, ...nodes.flatMap((node) => valueOf(node) ?? [])]);
  if (subjects.length * values.length > mostTried) return null;
  for (const is of Object.keys(comparisons).filter(isOperator)) {
    for (const of of subjects) {
      for (const value of values) {
        const condition = { of, is, value };
        const written = celOf(condition);
        const again = written === null ? null : expressionOf(written);
        if (again !== null && isSame(again, ast)) return condition;
      }
    }
  }
  return null;
}

function nodesIn(node: unknown): ASTNode[] {
  if (Array.isArray(node)) return node.flatMap(nodesIn);
  if (!isNode(node)) return [];
  // A list of values is one value.
  return node.op === "list" && valueOf(node) !== null ? [node] : [node, ...nodesIn(node.args)];
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === "object" && value !== null && "op" in value && "args" in value;
}

function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((each, at) => isSame(each, other[at]));
  }
  if (isNode(one)) return isNode(other) && one.op === other.op && isSame(one.args, other.args);
  return one === other;
}

function subjectOf(node: ASTNode): Subject | null {
  const path = pathOf(node);
  const [root, ...names] = path ?? [];
  if (root === "args") return names.length === 0 ? null : { kind: "argument", path: names };
  const fact = path?.join(".") ?? "";
  if (isFactName(fact)) return { kind: "fact", name: fact };
  if (node.op !== "call") return null;
  const given = node.args[1].map((each) => valueOf(each)?.[0]);
  const span = spans.find((known) => known === given.at(-1));
  if (span === undefined) return null;
  if (node.args[0] === "calls") return { kind: "calls", span };
  const [argument] = given;
  return node.args[0] === "spent" && typeof argument === "string" ? { kind: "spent", argument, span } : null;
}

/** Of `"a name" in args`. */
function argumentNamedBy(node: ASTNode): Subject | null {
  if (node.op !== "in") return null;
  const [name, among] = node.args;
  if (among.op !== "id" || among.args !== "args" || name.op !== "value") return null;
  return typeof name.args === "string" ? { kind: "argument", path: [name.args] } : null;
}

function pathOf(node: ASTNode): string[] | null {
  if (node.op === "id") return [node.args];
  if (node.op !== "." && node.op !== "[]") return null;
  const [of, name] = node.args;
  const before = pathOf(of);
  const key = typeof name === "string" ? name : name.op === "value" ? name.args : null;
  return before === null || typeof key !== "string" ? null : [...before, key];
}

/** In a list of one, because null is a value too. */
function valueOf(node: ASTNode): [FormValue] | null {
  if (node.op === "list") {
    const entries = node.args.map((each) => valueOf(each)?.[0]);
    if (entries.every((each) => typeof each === "string")) return [entries];
    return entries.every((each) => typeof each === "number") ? [entries] : null;
  }
  if (node.op === "-_") {
    const [value] = valueOf(node.args) ?? [];
    return typeof value === "number" ? [-value] : null;
  }
  if (node.op !== "value") return null;
  const { args } = node;
  if (typeof args === "bigint") return [Number(args)];
  return typeof args === "string" || typeof args === "number" || typeof args === "boolean" ? [args] : null;
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
