import type { ApprovalRow } from "#lib/store/schema/schema.ts";

/** Of the approvals of one call, the one by which a person let it run. */
export function acceptedIn(approvals: readonly ApprovalRow[]): ApprovalRow | null {
  return approvals.find(({ kind, status }) => kind === "tool-call" && status === "accepted") ?? null;
}
