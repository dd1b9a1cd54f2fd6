import type { Unasked } from "#lib/chat/unasked.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { RunContext } from "#lib/gate/contract/gate.ts";

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

/** Says in the answer's stream why a call runs without asking. */
export function writeUnasked(run: RunContext, { tool_call_id: id }: ToolCallRow, { ruleId, reason }: Verdict): void {
  run.write({ type: "data-unasked", id, data: { toolCallId: id, ruleId, reason } });
}
