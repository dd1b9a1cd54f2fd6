import type { ApprovalView } from "#lib/approvals/approval-view.ts";

/** Who answered, where a card closes under the eyes of somebody who did not; null where nobody did. */
export function answeredWords({ status, decision }: ApprovalView): string | null {
  if (status === "pending" || decision?.endedBy !== "person") return null;
  // The one person of a local instance is called "You".
  const { by } = decision;
  return by === null || by === "You" ? "Answered by you in another window." : `Answered by ${by}.`;
}
