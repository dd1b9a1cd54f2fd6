import type { Unasked } from "#lib/verdict/unasked.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";

/** The verdict that let a call start; null for one that a person or a grant cleared, and for one that did not start. */
export function unaskedOf({
  verdict_json,
  started_at,
  grant_json,
}: Pick<ToolCallRow, "verdict_json" | "started_at" | "grant_json">): Unasked | null {
  if (verdict_json === null || started_at === null || grant_json !== null) return null;
  // Written by the gate alone.
  const { verdict, ruleId, reason } = JSON.parse(verdict_json) as Verdict;
  return verdict === "allow" ? { ruleId, reason } : null;
}
