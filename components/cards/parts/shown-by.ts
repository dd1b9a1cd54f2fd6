import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { DecideInput } from "./card-props.ts";

export type Shown = Pick<DecideInput, "digest" | "changesSeen">;

/** What an answer says of the card that it is to: nobody answers what was not shown (THREATS A8, row 25). */
export function shownBy({ digest, changes = [] }: ApprovalView): Shown {
  return { digest, changesSeen: changes.length };
}
