import type { Unanswered } from "#lib/approvals/decision.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { endApprovals, type EndedApprovals } from "#lib/store/approvals/approvals.ts";
import { forgetPreviews } from "#lib/store/approvals/previews.ts";
import { record } from "#lib/store/audit/record.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { scopeOf } from "./open-approval.ts";

type Ending = { status: "cancelled" | "expired"; endedBy: Unanswered };

/** Ends open questions that nobody answered, each with its audit row; returns those that it ended. */
export async function endQuestions(
  gate: Pick<Gate, "database">,
  trx: Trx,
  which: EndedApprovals,
  ending: Ending,
): Promise<ApprovalRow[]> {
  const { status, endedBy } = ending;
  const decision = { action: "cancel", endedBy };
  const ended = await endApprovals(gate.database, trx, which, { status, decision });
  await recordEnded(gate, trx, ended, ending);
  return ended;
}

export async function recordEnded(
  { database }: Pick<Gate, "database">,
  trx: Trx,
  ended: readonly ApprovalRow[],
  ending: Ending,
): Promise<void> {
  await forgetPreviews(trx, ended);
  for (const approval of ended) await record(database, trx, scopeOf(approval), { kind: "approval-ended", ...ending });
}
