import type { ApprovalView } from "#lib/approvals/approval-view.ts";

/**
 * Shows the questions of a call to those who answer them. A question is stored before it is shown, and only `decide`
 * takes its answer: an asker never answers.
 */
export type Asker = {
  put: (question: ApprovalView) => void;
  /** The question was settled and cannot be answered any more. */
  withdraw: (question: ApprovalView) => void;
};
