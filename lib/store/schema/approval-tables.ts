import type { Generated } from "kysely";
import type { DecisionAction } from "#lib/approvals/decision.ts";
import type { PreviewOffer } from "#lib/approvals/preview/preview.ts";
import type { ApprovalStatus } from "#lib/approvals/states.ts";
import type { SubjectKind } from "#lib/approvals/subjects/subjects.ts";
import type { Who } from "#lib/people/who.ts";
import type { DecisionRoute } from "#lib/audit/events.ts";
import type { Risk } from "#lib/verdict/risk.ts";

export type ApprovalTables = {
  approvals: ApprovalsTable;
  approval_signers: ApprovalSignersTable;
  approval_answers: ApprovalAnswersTable;
  explanations: ExplanationsTable;
  previews: PreviewsTable;
};

type ApprovalsTable = {
  id: string;
  call_id: string;
  run_id: string;
  chat_id: string;
  person_id: string;
  tool_call_id: string;
  kind: SubjectKind;
  status: ApprovalStatus;
  /** What the card shows: StoredSubject. */
  subject_json: string;
  digest: string;
  /** Key of the server's question within one `input_required` round; null otherwise. */
  request_key: string | null;
  /**
   * Process whose open connection waits for this answer (elicitation of the older protocol); null when any process can
   * go on.
   */
  held_by: string | null;
  timeout_ms: number;
  expires_at: number;
  extensions: number;
  requested_at: number;
  /** Risk of the tool when the question was opened, or a higher one set since. */
  risk: Generated<Risk>;
  /** Who may answer, as a `Who`. */
  who_json: Generated<string>;
  /** The kind of `Who`, and the least number of accepts, for use in SQL. */
  who_kind: Generated<Who["kind"]>;
  needed: Generated<number>;
  decision_json: string | null;
  /** Person who answered. */
  decided_by: string | null;
  /** SHA-256 of the whole answer, to recognise an identical repeat. */
  answer_hash: string | null;
  decided_at: number | null;
};

/** Whom a quorum names: people by their id, or everybody of a role. */
type ApprovalSignersTable = { approval_id: string; kind: "person" | "role"; name: string };

/** What people asked about open approvals; `ended_at` is null while no answer has come. */
type ExplanationsTable = {
  id: string;
  approval_id: string;
  person_id: string;
  question: string;
  answer: string | null;
  problem: string | null;
  asked_at: number;
  ended_at: number | null;
};

/** What open calls would change, as somebody had it computed; `ended_at` is null meanwhile. */
type PreviewsTable = {
  id: string;
  approval_id: string;
  person_id: string;
  kind: PreviewOffer["kind"];
  /** What was read for it; null where nothing was. */
  digest: string | null;
  /** PreviewShown; null where there is none, and once it is of no use. */
  shown_json: string | null;
  problem: string | null;
  /** Whether an answer of this person was bound to it: 0 or 1. */
  bound: Generated<number>;
  asked_at: number;
  ended_at: number | null;
};

/** Each signer's answer, where several must sign. Only `approvals` says whether the question is settled. */
type ApprovalAnswersTable = {
  approval_id: string;
  person_id: string;
  action: DecisionAction;
  note: string | null;
  via: DecisionRoute;
  /** SHA-256 of the whole answer, to recognise an identical repeat. */
  answer_hash: string;
  at: number;
};
