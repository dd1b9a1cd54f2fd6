import { dismissedSuggestions, insertDismissedSuggestion } from "#lib/store/policies/dismissed-suggestions.ts";
import type { Suggestion } from "#lib/policies/changes/policy-overview.ts";
import { recordedCall } from "#lib/policies/changes/recorded-call.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { approvalsForRule, covers, ruleAllowing } from "#lib/policies/changes/rule-allowing.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { personToJudge } from "#lib/store/people/person-to-judge.ts";
import { approvedOften, type ApprovedOften, recordedRow } from "#lib/store/calls/calls-to-replay.ts";
import { pastCalls } from "./rehearse.ts";
import { hashOfText } from "./review-policy-file.ts";

const withinMs = 90 * 24 * 60 * 60 * 1000;
const most = 20;

/**
 * Suggests rules for what people often approve unchanged; none that would also allow what somebody declined or edited.
 */
export async function suggestions(database: Database, policy: ToolApprovalPolicy): Promise<Suggestion[]> {
  const often = await approvedOften(database, { atLeast: approvalsForRule, withinMs, most });
  const dismissed = await dismissedSuggestions(database);
  const found: Suggestion[] = [];
  for (const approved of often) {
    const key = keyOf(approved);
    if (dismissed.has(key)) continue;
    const row = await recordedRow(database, approved.oneId);
    const one = recordedCall(row, await personToJudge(database, row.person_id));
    const made = await ruleAllowing(policy, one, key);
    if (made === null || (await isAgainstSomebody(database, made.rule, approved))) continue;
    const { server, tool, argumentsJson, approvals } = approved;
    found.push({ key, server, tool, argumentsJson, approvals, text: made.text });
  }
  return found;
}

async function isAgainstSomebody(database: Database, rule: Rule, { server, tool }: ApprovedOften): Promise<boolean> {
  for await (const call of pastCalls(database, { withinMs: null, against: { server, tool } })) {
    if (await covers(rule, call)) return true;
  }
  return false;
}

function keyOf({ server, tool, argumentsJson }: ApprovedOften): string {
  return hashOfText(JSON.stringify([server, tool, argumentsJson]));
}

/** Dismisses a suggestion for ever. */
export function dismissSuggestion(
  database: Database,
  of: { personId: string; key: string; tool: string },
): Promise<void> {
  const { personId, key, tool } = of;
  return inTransaction(database, async (trx) => {
    if (!(await insertDismissedSuggestion(database, trx, { key, personId }))) return;
    await record(database, trx, { personId }, { kind: "suggestion-dismissed", tool, digest: key });
  });
}
