import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { SubjectKind, SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import type { DecisionAction } from "#lib/approvals/decision.ts";
import type { AskedGrant } from "#lib/grants/grant.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";

/** A person's answer as the card hands it over. `digest` is that of what the card showed (THREATS A8). */
export type DecideInput = {
  action: DecisionAction;
  /** Edited arguments of a tool call; absent when it should run as proposed. */
  arguments?: JsonObject;
  /** Answers to a form; only with `accept`. */
  content?: JsonObject;
  note?: string;
  /** With `respond`: what the person says in the tool's place. */
  response?: string;
  /** A standing grant that is signed with an accept. */
  grant?: AskedGrant;
  /** What was typed to approve a call of high risk. */
  confirm?: string;
  /** The id of the preview that was on the card. */
  preview?: string;
  digest: string;
  /** How many of its changes the card showed. */
  changesSeen: number;
  /** Token of the server's refusal whose reasons are on the card by now. */
  seen?: string;
};

/** `settled`: the approval is no longer open, so pressing again cannot help; a fresh view will follow. */
export type DecideResult =
  | { ok: true }
  /** `seen`: the edited call asks for other reasons, which `message` names; it is sent along with the next approval. */
  | { ok: false; message: string; fields?: FieldProblem[]; settled?: boolean; seen?: string };

export type ExtendResult = { ok: true } | { ok: false; message: string };

/** Data in, callbacks out: a card fetches nothing. After `onDecide` resolves, the owner passes the settled view. */
export type ApprovalCardProps = {
  view: ApprovalView;
  onDecide: (input: DecideInput) => Promise<DecideResult>;
  onExtend: () => Promise<ExtendResult>;
  /** Asks for an expired call once more; absent where that cannot be. */
  onAskAgain?: () => void;
  /** Whether an assistant of this app proposed it, which can be asked about it. */
  canAsk?: boolean;
  /** Whether the line of its call stands above it, and names tool and server. */
  belowItsCall?: boolean;
  /** Place among the cards that are open together; counts from 1. */
  position?: { index: number; total: number };
};

/** What the registry hands to the card of one subject kind while the approval is pending. */
export type PendingCardProps<Kind extends SubjectKind> = ApprovalCardProps & { subject: SubjectOf<Kind> };
