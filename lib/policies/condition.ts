import { Environment, type ASTNode } from "@marcbachmann/cel-js";
import { ToolApprovalError } from "./tool-approval-error.ts";
import type { CallToJudge } from "./verdict.ts";

/** A `when:` of a rule: CEL over `args`, `tool`, `server`, `user` and `chat`, compiled once. */
export type Condition = {
  readonly source: string;
  /** Whether it holds for this call. Throws a `ToolApprovalError` when a value is missing or is not of the kind it must be. */
  readonly holds: (call: CallToJudge) => boolean;
};

/** JSON knows one kind of number, CEL three: what an owner means by `args.amount * 2` is clear all the same. */
const arithmetic = {
  "+": (a: number, b: number) => a + b,
  "-": (a: number, b: number) => a - b,
  "*": (a: number, b: number) => a * b,
  "/": (a: number, b: number) => a / b,
};

function environment(): Environment {
  const cel = new Environment({
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: 500, maxDepth: 20 },
  });
  for (const name of ["args", "tool", "server", "user", "chat"]) cel.registerVariable(name, "map");
  for (const [operator, apply] of Object.entries(arithmetic)) {
    cel.registerOperator(`double ${operator} int`, (a: number, b: bigint) => apply(a, Number(b)));
    cel.registerOperator(`int ${operator} double`, (a: bigint, b: number) => apply(Number(a), b));
  }
  return cel;
}

const cel = environment();

/** Compiles a condition; `problem` says in a few words what is wrong with it. */
export function parseCondition(source: string): Condition | { problem: string } {
  try {
    const program = cel.parse(source);
    const costly = costlyIn(program.ast);
    if (costly !== null) return { problem: costly };
    const { valid, type, error } = program.check();
    if (!valid) return { problem: firstLine(error) };
    if (type !== "bool" && type !== "dyn") return { problem: `is a ${type}, and a condition is true or false` };
    return { source, holds: (call) => isTrue(source, () => program(variablesOf(call)) as unknown) };
  } catch (error) {
    return { problem: firstLine(error) };
  }
}

function isTrue(source: string, evaluate: () => unknown): boolean {
  let value: unknown;
  try {
    value = evaluate();
  } catch (cause) {
    throw new ToolApprovalError(`The condition \`${source}\` could not be decided: ${firstLine(cause)}`, { cause });
  }
  if (typeof value === "boolean") return value;
  throw new ToolApprovalError(`The condition \`${source}\` is neither true nor false`);
}

function variablesOf({ arguments: args, tool, server, person, chat }: CallToJudge) {
  return {
    args,
    tool: { name: tool.name, annotations: tool.annotations },
    server: { id: server.id, trusted: server.trusted },
    user: { id: person.id },
    chat: { id: chat.id },
  };
}

const loops = new Set(["all", "exists", "exists_one", "map", "filter"]);

/** Arguments come from a model: nothing in a condition may take more than a moment on whatever they are (THREATS G8). */
function costlyIn(node: unknown, loopsAround = 0): string | null {
  if (Array.isArray(node)) {
    for (const inner of node) {
      const costly = costlyIn(inner, loopsAround);
      if (costly !== null) return costly;
    }
    return null;
  }
  if (!isNode(node)) return null;
  const called = node.op === "call" || node.op === "rcall" ? node.args[0] : null;
  if (called === "matches") return "`matches` is not offered; use startsWith, endsWith, contains or ==";
  const isLoop = called !== null && loops.has(called);
  if (isLoop && loopsAround > 0) return `\`${called}\` stands inside another one, which could take for ever`;
  return costlyIn(node.args, loopsAround + (isLoop ? 1 : 0));
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === "object" && value !== null && "op" in value && "args" in value;
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n")[0] ?? message;
}
