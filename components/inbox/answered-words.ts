import type { ApprovalView } from "#lib/approvals/approval-view.ts";

/** Who answered, for a card that closes while another person looks at it; null where nobody did. */
export function answeredWords({ status, decision }: ApprovalView): string | null {
  if (status === "pending" || decision?.endedBy !== "person") return null;
  // The one person of a local instance is called "You".
  const { by } = decision;
  return by === null || by === "You" ? "Answered by you in another window." : `Answered by ${by}.`;
}
