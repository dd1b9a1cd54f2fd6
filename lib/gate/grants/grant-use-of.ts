import type { Unasked } from "#lib/verdict/unasked.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import { amountOf, scopeOfGrant, type GrantScope, type GrantTerms } from "#lib/grants/grant.ts";
import { grantSentence, untilInUtc } from "#lib/grants/grant-sentence.ts";
import type { GrantUse } from "#lib/grants/grant-use.ts";
import type { Grantable } from "#lib/grants/grantable.ts";
import { isAgentServer } from "#lib/verdict/agent-server.ts";
import { leastHighRisk } from "#lib/verdict/risk.ts";
import type { GrantRow } from "#lib/store/schema/grants-table.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

/** The terms of a stored grant. */
export function termsOf(row: GrantRow): GrantTerms {
  const { reach, until, max_uses: maxUses, budget_argument: argument, budget_total: units, condition: when } = row;
  const budget = argument === null || units === null ? null : { argument, total: amountOf(units) };
  return { reach, until, maxUses, budget, when };
}

export function grantScope({ reach, until }: GrantRow): GrantScope {
  return scopeOfGrant({ reach, ends: until === null ? null : { at: until } });
}

/** A grant in one sentence that reads the same everywhere: its end in UTC. */
export function grantInWords(row: GrantRow): string {
  const { until, tool_name: toolName, server_title: serverTitle } = row;
  return grantSentence({ toolName, serverTitle }, termsOf(row), untilInUtc(until));
}

/** What a tool says of whether it may be granted. Its cards are drawn as high risk only where the owner set the level. */
export function grantableOf({ server, flag, who, risk, riskSource, worker }: Tool): Grantable {
  const high = risk >= leastHighRisk && riskSource !== "default";
  return { flag, who, risk, high, delegates: worker !== undefined, elsewhere: isAgentServer(server.id) };
}

export function grantUse(row: GrantRow): GrantUse {
  const { id: grantId, tool_name: toolName, server_title: serverTitle, risk } = row;
  return { v: 1, grantId, toolName, serverTitle, terms: termsOf(row), ...(risk === null ? {} : { risk }) };
}

/** The grant that a call was started on; null for every other call. */
export function grantUseOf({ grant_json }: Pick<ToolCallRow, "grant_json">): GrantUse | null {
  // Written by the gate alone.
  return grant_json === null ? null : (JSON.parse(grant_json) as GrantUse);
}

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
