import { type ASTNode, Environment, serialize } from "@marcbachmann/cel-js";
import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import { mayTakeLong, newEffort, type Effort } from "./may-take-long.ts";
import type { Counted, Span } from "#lib/verdict/counter.ts";
import { factNames, type Facts } from "./facts.ts";
import { readExpression } from "./read-expression.ts";
import { addStrictFunctions } from "./strict-functions.ts";
import { strictSource } from "./strict-source.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";

/** A `when:` of a rule: CEL over the facts of a call and what the rule counts, compiled once. */
export type Condition = {
  /** What its author wrote, conditions in lists each for itself. Two conditions are the same where this is the same. */
  readonly written: JsonValue;
  /** The same for people, without comments. */
  readonly words: string;
  /** What must be counted before it can be decided. */
  readonly counted: readonly Counted[];
  /**
   * Whether it holds. Throws a `ToolApprovalError` when a value is missing or is not of the kind it must be, or when it
   * might take longer than there is left. Without `effort` it is the only one to be decided.
   */
  readonly holds: (facts: Facts, count: Count, effort?: Effort) => boolean;
};

export type Count = (counted: Counted) => number;

/** JSON has one kind of number, CEL three: `args.amount * 2` must mean what an owner expects all the same. */
const arithmetic = {
  "+": (a: number, b: number) => a + b,
  "-": (a: number, b: number) => a - b,
  "*": (a: number, b: number) => a * b,
  "/": (a: number, b: number) => a / b,
};

/** The counts for one evaluation. It happens in one go: functions of the language see no variables. */
let counting: Count | null = null;

function count(sumOf: string | null, span: string): number {
  if (!counting) throw new ToolApprovalError("Nothing is counted here");
  // Counts as one of the two words, as in earlier releases.
  return counting({ sumOf, span: span as Span });
}

function environment(limits: { maxAstNodes: number; maxDepth: number; maxListElements?: number }): Environment {
  const cel = new Environment({ homogeneousAggregateLiterals: false, limits });
  for (const name of factNames) cel.registerVariable(name, "map");
  for (const [operator, apply] of Object.entries(arithmetic)) {
    cel.registerOperator(`double ${operator} int`, (a: number, b: bigint) => apply(a, Number(b)));
    cel.registerOperator(`int ${operator} double`, (a: bigint, b: number) => apply(Number(a), b));
  }
  cel.registerFunction("calls(string): int", (span: string) => BigInt(count(null, span)));
  cel.registerFunction("spent(string, string): double", (sumOf: string, span: string) => count(sumOf, span));
  return cel;
}

const cel = environment({ maxAstNodes: 500, maxDepth: 20 });

/** The expression is written once more, stricter and longer, and that one decides. */
const strict = environment({ maxAstNodes: 10_000, maxDepth: 1_000, maxListElements: 2_000 });
addStrictFunctions(strict);

/** Every function of the language, by its signature. */
export function functionsOffered(): string[] {
  return cel.getDefinitions().functions.map(({ signature }) => signature);
}

/** An expression as the language reads it; null where it does not. */
export function expressionOf(source: string): ASTNode | null {
  try {
    return cel.parse(source).ast;
  } catch {
    // Whoever wants to know why compiles it.
    return null;
  }
}

/** Compiles a condition; `problem` says in a few words what is wrong with it. */
export function parseCondition(source: string): Condition | { problem: string } {
  try {
    const program = cel.parse(source);
    const read = readExpression(program.ast);
    if ("problem" in read) return read;
    const { valid, type, error } = program.check();
    if (!valid) return { problem: firstLine(error) };
    if (type !== "bool" && type !== "dyn") return { problem: `is a ${type}, and a condition is true or false` };
    const decide = strict.parse(strictSource(program.ast));
    const checked = decide.check();
    if (!checked.valid) return { problem: firstLine(checked.error) };
    const evaluate = (facts: Facts, effort: Effort): unknown => {
      if (mayTakeLong(program.ast, facts.args as JsonObject, effort)) {
        throw new ToolApprovalError("these arguments are too long for it");
      }
      return decide(facts);
    };
    return {
      written: source,
      words: wordsOf(source, program.ast),
      counted: read.counted,
      holds: (facts, by, effort = newEffort()) =>
        isTrue(source, () => whileCounting(by, () => evaluate(facts, effort))),
    };
  } catch (error) {
    return { problem: firstLine(error) };
  }
}

/** What is judged, for people. A comment could say what is not judged; two slashes within a text are none. */
function wordsOf(source: string, ast: ASTNode): string {
  const textOrComment = /("""|'''|"|')(?:\\.|(?!\1)[^\\])*\1|\/\/[^\n]*/gs;
  const bare = source.replaceAll(textOrComment, (found) => (found.startsWith("//") ? "" : found)).trim();
  // Where the language finds its comments elsewhere, the words are its own.
  const judged = serialize(ast);
  return serialize(cel.parse(bare).ast) === judged ? bare : judged;
}

function whileCounting<Result>(by: Count, work: () => Result): Result {
  counting = by;
  try {
    return work();
  } finally {
    counting = null;
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

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n")[0] ?? message;
}
