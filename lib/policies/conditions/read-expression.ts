import type { ASTNode } from "@marcbachmann/cel-js";
import { spans, type Counted } from "#lib/verdict/counter.ts";

const loops = new Set(["all", "exists", "exists_one", "map", "filter"]);

/** What an expression counts; `problem` when it could take long, or when it counts something that cannot be counted. */
export function readExpression(ast: ASTNode): { counted: Counted[] } | { problem: string } {
  const counted: Counted[] = [];
  const problem = problemIn(ast, 0, counted);
  return problem === null ? { counted } : { problem };
}

/** Arguments come from a model: nothing in a condition may take more than a moment on whatever they are (THREATS G8). */
function problemIn(node: unknown, loopsAround: number, counted: Counted[]): string | null {
  if (Array.isArray(node)) {
    for (const inner of node) {
      const problem = problemIn(inner, loopsAround, counted);
      if (problem !== null) return problem;
    }
    return null;
  }
  if (!isNode(node)) return null;
  const called = node.op === "call" || node.op === "rcall" ? node.args[0] : null;
  if (called === "matches") return "`matches` is not offered; use startsWith, endsWith, contains or ==";
  const isLoop = called !== null && loops.has(called);
  if (isLoop && loopsAround > 0) return `\`${called}\` stands inside another one, which could take for ever`;
  if (node.op === "call" && (called === "calls" || called === "spent")) {
    const read = countedBy(called, node.args[1].map(textOf));
    if (typeof read === "string") return read;
    counted.push(read);
  }
  return problemIn(node.args, loopsAround + (isLoop ? 1 : 0), counted);
}

/** The names are literals, so that the counters are known before anything is judged. */
function countedBy(called: "calls" | "spent", texts: (string | null)[]): Counted | string {
  const span = spans.find((known) => known === texts.at(-1));
  if (called === "calls") {
    return texts.length === 1 && span ? { sumOf: null, span } : '`calls` is written `calls("day")` or `calls("chat")`';
  }
  const [sumOf] = texts;
  return texts.length === 2 && typeof sumOf === "string" && sumOf !== "" && span
    ? { sumOf, span }
    : '`spent` is written `spent("amount", "day")` or `spent("amount", "chat")`, with the name of an argument';
}

function textOf({ op, args }: ASTNode): string | null {
  return op === "value" && typeof args === "string" ? args : null;
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === "object" && value !== null && "op" in value && "args" in value;
}
