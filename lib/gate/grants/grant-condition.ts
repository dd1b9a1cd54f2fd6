import { setImmediate as immediate } from "node:timers/promises";
import { parseCondition, type Condition } from "#lib/policies/conditions/condition.ts";
import type { Facts } from "#lib/policies/conditions/facts.ts";
import type { Effort } from "#lib/policies/conditions/may-take-long.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";

/** Compiled conditions by their text, least recently used first. Compiling takes up to 50 ms, and a call may meet 200. */
const compiled = new Map<string, Condition | { problem: string }>();
/** Each may use a hundred kilobytes of memory. */
const mostCompiled = 500;

/** The condition of a grant, compiled once. */
export function grantCondition(source: string): Condition | { problem: string } {
  const condition = compiled.get(source) ?? compile(source);
  compiled.delete(source);
  compiled.set(source, condition);
  const [oldest] = compiled.keys();
  if (compiled.size > mostCompiled && oldest !== undefined) compiled.delete(oldest);
  return condition;
}

/** Refuses counters: the terms of a grant already limit its calls and its amount. */
function compile(source: string): Condition | { problem: string } {
  const condition = parseCondition(source);
  if ("problem" in condition || condition.counted.length === 0) return condition;
  return { problem: "a grant counts nothing but its own calls and amount" };
}

/** Others have their turns between any two that are compiled, also those of calls at once. */
function turn(): Promise<void> {
  turns = turns.then(() => immediate());
  return turns;
}

let turns: Promise<void> = Promise.resolve();

/** Whether a grant's condition holds. One that cannot be decided on these arguments does not. */
export async function holdsFor(source: string, facts: Facts, effort?: Effort): Promise<boolean> {
  if (!compiled.has(source)) await turn();
  const condition = grantCondition(source);
  if ("problem" in condition) return false;
  try {
    return condition.holds(facts, countsNothing, effort);
  } catch (error) {
    if (error instanceof ToolApprovalError) return false;
    throw error;
  }
}

function countsNothing(): never {
  throw new ToolApprovalError("Nothing is counted in the condition of a grant");
}
