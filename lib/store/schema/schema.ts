import type { Generated, Selectable } from "kysely";
import type { ToolCallState } from "#lib/approvals/states.ts";
import type { GrantsTable } from "./grants-table.ts";
import type { ApiKeysTable } from "./api-keys-table.ts";
import type { AuditHeadsTable, AuditSealsTable } from "./audit-tables.ts";
import type { ApprovalAnswersTable, ApprovalSignersTable, ApprovalsTable } from "./approval-tables.ts";
import type { DismissedSuggestionsTable, PolicyRulesTable, WatchedFilesTable } from "./policy-tables.ts";
import type { ServerConsentsTable, ToolReviewsTable, ToolServersTable, ToolSettingsTable } from "./tool-tables.ts";
import type { NotificationTables } from "./notification-tables.ts";
import type {
  PeopleTable,
  SessionsTable,
  LinksTable,
  AccountsTable,
  InvitationsTable,
  KnownBrowsersTable,
  ConnectingAccountsTable,
  PasswordResetsTable,
  AccountHandsTable,
  PasskeysTable,
  PasskeyChallengesTable,
  SignInTriesTable,
} from "./people-tables.ts";

/**
 * The tables. JSON is text, times are integer milliseconds of the database clock, ids are random text.
 * A column that holds a stored shape is named `…_json` and its value carries a version `v` where it outlives a release.
 */
export type Schema = {
  instance: InstanceTable;
  people: PeopleTable;
  sessions: SessionsTable;
  links: LinksTable;
  accounts: AccountsTable;
  invitations: InvitationsTable;
  sign_in_tries: SignInTriesTable;
  known_browsers: KnownBrowsersTable;
  password_resets: PasswordResetsTable;
  connecting_accounts: ConnectingAccountsTable;
  account_hands: AccountHandsTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  chats: ChatsTable;
  messages: MessagesTable;
  queued_messages: QueuedMessagesTable;
  runs: RunsTable;
  tool_calls: ToolCallsTable;
  grants: GrantsTable;
  approvals: ApprovalsTable;
  approval_signers: ApprovalSignersTable;
  approval_answers: ApprovalAnswersTable;
  delegations: DelegationsTable;
  audit: AuditTable;
  audit_seals: AuditSealsTable;
  audit_heads: AuditHeadsTable;
  notes: NotesTable;
  watched_files: WatchedFilesTable;
  policy_rules: PolicyRulesTable;
  dismissed_suggestions: DismissedSuggestionsTable;
  api_keys: ApiKeysTable;
  tool_servers: ToolServersTable;
  server_consents: ServerConsentsTable;
  tool_settings: ToolSettingsTable;
  tool_reviews: ToolReviewsTable;
  budget_locks: BudgetLocksTable;
  person_counts: PersonCountsTable;
  past_calls: PastCallsTable;
  chunks: ChunksTable;
} & NotificationTables;

type InstanceTable = { key: string; value: string };

type ChatsTable = {
  id: string;
  person_id: string;
  title: string;
  titled_by: "app" | "person";
  instructions: string;
  model: string | null;
  /** `denyAll`: shadow mode, in which calls are shown and nothing runs. null: as the instance. */
  policy: Generated<"denyAll" | null>;
  /** 1 once a program has spoken here by a key: whoever owns the key answers what it asks for in person. */
  by_key: Generated<number>;
  /** Grows with every visible change. */
  version: number;
  created_at: number;
  updated_at: number;
};

type MessagesTable = {
  chat_id: string;
  id: string;
  /** Order within the chat; gaps are allowed. */
  seq: number;
  role: "user" | "assistant";
  /** Version of the shape of `parts_json`. */
  shape: number;
  parts_json: string;
  metadata_json: string;
  run_id: string | null;
  created_at: number;
};

type QueuedMessagesTable = { chat_id: string; id: string; text: string; created_at: number };

export type RunStatus = "running" | "parked" | "done" | "failed" | "stopped";

type RunsTable = {
  id: string;
  chat_id: string;
  person_id: string;
  user_message_id: string;
  /** The assistant message this run writes. */
  message_id: string;
  status: RunStatus;
  /** Instance that runs it; null while nobody does. */
  owner: string | null;
  /** Grows with every claim; a write under an older fence changes nothing. */
  fence: number;
  lease_until: number;
  /** Model steps so far. */
  rounds: number;
  /** Questions put to people so far. */
  asks: number;
  model: string;
  /** Policy of the chat when the run began: it holds to the end, whatever the chat is loosened to meanwhile. */
  policy: Generated<"denyAll" | null>;
  created_at: number;
  ended_at: number | null;
};

type ToolCallsTable = {
  id: string;
  run_id: string;
  chat_id: string;
  person_id: string;
  /** The model's id of the call: the id of the tool part. */
  tool_call_id: string;
  step: number;
  position: number;
  wire_name: string;
  server_id: string;
  tool_name: string;
  /** Definition of the tool when the call was proposed. */
  fingerprint: string;
  /** Canonical JSON as the model proposed it. */
  arguments_json: string;
  /** Canonical JSON that runs; differs from the proposal when a person edited it. */
  effective_json: string;
  /** Digest of what runs. */
  digest: string;
  state: ToolCallState;
  verdict_json: string | null;
  /** What policies looked at beside the arguments when it was proposed: ToolAsJudged. null for calls of old. */
  tool_json: Generated<string | null>;
  /** Names of the agents between the chat and the call, outermost first: string[]. */
  agents_json: Generated<string>;
  /** The call by which an agent gave another the work that this call is part of; null for the chat's own calls. */
  parent_id: Generated<string | null>;
  /** The grant it was started on: see GrantUse. null for every other call. */
  grant_json: Generated<string | null>;
  /** Fence under which it was started; a newer fence that finds it running calls it unknown. */
  started_fence: number | null;
  /** How an interrupted call goes on: answers and the server's opaque state. Never shown to anyone. */
  resumption_json: string | null;
  /** What the model is told: see StoredResult. */
  result_json: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
};

/** What a worker has said so far; its calls stand in `tool_calls` below the call that gave it the work. */
type DelegationsTable = {
  call_id: string;
  run_id: string;
  agent: string;
  /** Model steps so far. */
  rounds: number;
  /** Version of the shape of `parts_json`, as of a message's. */
  shape: number;
  parts_json: string;
  /** What it came to: StoredAnswer; null while it works. */
  answer_json: string | null;
};

type AuditTable = {
  seq: Generated<number>;
  at: number;
  kind: string;
  person_id: string | null;
  chat_id: string | null;
  run_id: string | null;
  call_id: string | null;
  approval_id: string | null;
  detail_json: string;
};

/** A piece of an answer in progress, for processes other than the one that writes it. */
type ChunksTable = {
  run_id: string;
  /** Claim under which it was written. The pieces of one claim begin with the message's start. */
  fence: number;
  /** From 1 on, without gaps. */
  seq: number;
  /** ChatChunk[] */
  chunks_json: string;
};

/** Held by whoever counts the calls of a person and starts one by what it counted. */
type BudgetLocksTable = { person_id: string };

/** What a person has used of what is limited; the count begins anew at `until`. */
type PersonCountsTable = { person_id: string; what: "messages" | "tokens"; count: number; until: number };

/** A call of a deleted chat, for as long as its day lasts. */
type PastCallsTable = {
  id: string;
  person_id: string;
  server_id: string;
  tool_name: string;
  started_at: number;
  /** Of its arguments, those that are numbers. */
  numbers_json: string;
};

type NotesTable = { id: string; person_id: string; text: string; created_at: number };

export type ChatRow = Selectable<ChatsTable>;
export type MessageRow = Selectable<MessagesTable>;
export type RunRow = Selectable<RunsTable>;
export type ToolCallRow = Selectable<ToolCallsTable>;
export type DelegationRow = Selectable<DelegationsTable>;
export type ApprovalRow = Selectable<ApprovalsTable>;
export type ChunkRow = Selectable<ChunksTable>;
export type WatchedFileRow = Selectable<WatchedFilesTable>;
export type PolicyRuleRow = Selectable<PolicyRulesTable>;
export type ToolServerRow = Selectable<ToolServersTable>;
export type ServerConsentRow = Selectable<ServerConsentsTable>;
export type ToolSettingsRow = Selectable<ToolSettingsTable>;
export type ToolReviewRow = Selectable<ToolReviewsTable>;
export type AuditRow = Selectable<AuditTable>;
