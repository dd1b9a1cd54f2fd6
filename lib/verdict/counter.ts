import type { JsonObject } from "#lib/untrusted/json.ts";
import { ToolApprovalError } from "./tool-approval-error.ts";

/** `day` is the UTC day of the database's clock. */
export const spans = ["day", "chat"] as const;
export type Span = (typeof spans)[number];

/** What a condition counts: `calls("day")`, or `spent("amount", "chat")`. */
export type Counted = {
  /** Name of the argument to sum; null to count the calls themselves. */
  sumOf: string | null;
  span: Span;
};

/**
 * The calls that this person started, today or in this chat, of the servers and tools that the rule names, with any
 * outcome and under any rule; without the judged call itself.
 */
export type Counter = Counted & {
  /** Exact id; null for every server. */
  server: string | null;
  /** Names, in which `*` matches any characters; null for every tool. */
  tools: readonly string[] | null;
};

/** The value of a counter. Throws a `ToolApprovalError` when it cannot be computed; then the rule is undecided. */
export type Counts = (counter: Counter) => number;

/** Without counters, a rule that reads one is undecided, and so it asks. */
export const noCounts: Counts = () => {
  throw new ToolApprovalError("Nothing is counted here");
};

/**
 * What a call adds to a sum; null where the argument is not a number, because the sum is then unknown. A negative
 * amount adds nothing, so that nobody restores a budget with one.
 */
export function amountIn(args: JsonObject, sumOf: string): number | null {
  const amount = Object.hasOwn(args, sumOf) ? args[sumOf] : null;
  return typeof amount === "number" ? Math.max(0, amount) : null;
}

/** Equal for counters that count the same. */
export function counterKey({ sumOf, span, server, tools }: Counter): string {
  return JSON.stringify([sumOf, span, server, tools]);
}
