import type { Generated } from "kysely";
import type { DecisionAction } from "#lib/approvals/decision.ts";
import type { ApprovalStatus } from "#lib/approvals/states.ts";
import type { Who } from "#lib/people/who.ts";
import type { DecisionRoute } from "#lib/audit/events.ts";
import type { Risk } from "#lib/verdict/risk.ts";

export type ApprovalsTable = {
  id: string;
  call_id: string;
  run_id: string;
  chat_id: string;
  person_id: string;
  tool_call_id: string;
  kind: "tool-call" | "form" | "link";
  status: ApprovalStatus;
  /** What the card shows: StoredSubject. */
  subject_json: string;
  digest: string;
  /** Key of the server's question within one `input_required` round; null otherwise. */
  request_key: string | null;
  /** Instance whose open connection waits for this answer (old-era elicitation); null when any instance can go on. */
  held_by: string | null;
  timeout_ms: number;
  expires_at: number;
  extensions: number;
  requested_at: number;
  /** Of the tool when the question was opened, or higher where it was raised since. */
  risk: Generated<Risk>;
  /** Who may answer: Who. */
  who_json: Generated<string>;
  /** Its kind, and how many must accept at least, for statements. */
  who_kind: Generated<Who["kind"]>;
  needed: Generated<number>;
  decision_json: string | null;
  /** Person who answered. */
  decided_by: string | null;
  /** SHA-256 of the whole answer, so that an identical repeat is recognised. */
  answer_hash: string | null;
  decided_at: number | null;
};

/** Whom a quorum names: people by their id, or everybody of a role. */
export type ApprovalSignersTable = { approval_id: string; kind: "person" | "role"; name: string };

/** What each person answered where several must sign. The question is settled in `approvals` alone. */
export type ApprovalAnswersTable = {
  approval_id: string;
  person_id: string;
  action: DecisionAction;
  note: string | null;
  via: DecisionRoute;
  /** SHA-256 of the whole answer, so that an identical repeat is recognised. */
  answer_hash: string;
  at: number;
};
