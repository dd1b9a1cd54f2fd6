import { ToolApprovalError } from "./tool-approval-error.ts";

/** `day` is the UTC day of the database's clock. */
export const spans = ["day", "chat"] as const;
export type Span = (typeof spans)[number];

/**
 * Something that a rule counts: the calls that this person started, today or in this chat, of the servers and tools that
 * the rule names, whatever came of them; or what they add up to in one of their arguments.
 */
export type Counter = {
  /** Name of an argument whose values are added up; null to count the calls. */
  sumOf: string | null;
  span: Span;
  /** Exact id; null for every server. */
  server: string | null;
  /** Names in which `*` stands for any characters; null for every tool. */
  tools: readonly string[] | null;
};

/** The value of a counter. Throws a `ToolApprovalError` when it cannot be told; then the rule is undecided. */
export type Counts = (counter: Counter) => number;

/** Where nobody counts, a rule that depends on it is undecided, and so it asks. */
export const noCounts: Counts = () => {
  throw new ToolApprovalError("Nothing is counted here");
};

/** The same for counters that count the same. */
export function counterKey({ sumOf, span, server, tools }: Counter): string {
  return JSON.stringify([sumOf, span, server, tools]);
}
