import type { ApprovalView } from "#lib/approvals/approval-view.ts";

/**
 * Puts the questions of a call to whoever answers them. A question is a row before it is put, and its answer comes
 * through `decide` or not at all: an asker shows, it never answers.
 */
export type Asker = {
  put: (question: ApprovalView) => void;
  /** The question was settled, whoever or whatever did that: nobody can answer it any more. */
  withdraw: (question: ApprovalView) => void;
};
