import type { DecisionAction } from "#lib/approvals/decision.ts";
import type { Proof } from "#lib/approvals/proof.ts";
import type { ApprovalStatus } from "#lib/approvals/states.ts";
import type { DecisionRoute } from "#lib/audit/events.ts";
import type { GrantRequest } from "#lib/grants/grant.ts";
import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { AskingReason } from "#lib/approvals/asking-reason.ts";

/** Why edited arguments ask that the card did not show. `seen` comes back with the answer of whoever has looked at it. */
export type LookAgain = { reasons: AskingReason[]; seen: string };

/** What a person says to one approval. */
export type Answer = {
  person: { id: string; name: string };
  target: { approvalId: string } | { chatId: string; toolCallId: string };
  action: DecisionAction;
  /** Edited arguments of a tool call. */
  arguments?: JsonObject | undefined;
  /** Content of a form. */
  content?: JsonObject | undefined;
  note?: string | undefined;
  /** With `respond`: what the person says in the tool's place. */
  response?: string | undefined;
  /** A standing grant that the person signs together with an accept. */
  grant?: GrantRequest | undefined;
  /** What the person typed to approve a call of high risk. */
  confirm?: string | undefined;
  /** Digest of what the person was shown; refused when it is not what is asked. */
  digest?: string | undefined;
  /** How many of its changes the card showed; refused when it says more by now. */
  changesSeen?: number | undefined;
  /** `seen` of an earlier answer to this, whose edit asked for reasons that the card had not shown. */
  seen?: string | undefined;
  /** The preview that was on the card, where one was. */
  preview?: string | undefined;
  via: DecisionRoute;
  /** The key by which a program answers for the person. */
  keyId?: string | undefined;
  /** The session in which the person answers; what came of one that has ended meanwhile does not count. */
  tokenHash?: string | null | undefined;
  /** How the person proved who they are; without it nothing is accepted that needs a fresh proof. */
  proof?: Proof | null | undefined;
};

export type DecideOutcome =
  | { decided: { approvalId: string; status: ApprovalStatus; runId: string } }
  | { refused: "unknown" | "ambiguous" }
  /** A key may not answer this; why, in a sentence. */
  | { refused: "forbidden"; message: string }
  /** The person sees the question, and others answer it; `message` says why, where it is not that they ask. */
  | { refused: "others-answer"; approvalId: string; message?: string }
  /** The person has to prove again who they are: by their passkey, where they have one. */
  | { refused: "prove-again"; approvalId: string; by: "passkey" | "sign-in" }
  | { refused: "settled" | "expired"; approvalId: string; status: ApprovalStatus }
  | { refused: "unfit"; approvalId: string; message: string; fields: FieldProblem[]; again?: LookAgain };

export type Refused = Extract<DecideOutcome, { refused: "forbidden" | "unfit" }>;
