import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { openApprovalsOf } from "#lib/store/approvals.ts";
import type { Gate } from "./gate.ts";
import { viewOf } from "./view-of.ts";

/** Everything that waits for this person, oldest first. */
export async function openApprovals(gate: Gate, personId: string): Promise<ApprovalView[]> {
  const rows = await openApprovalsOf(gate.database, personId);
  return rows.map((row) => viewOf(row, "waiting"));
}
