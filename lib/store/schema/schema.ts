import type { Generated, Selectable } from "kysely";
import type { GrantsTable } from "./grants-table.ts";
import type { ApiKeysTable } from "./api-keys-table.ts";
import type { BudgetLocksTable, PastCallsTable, PersonCountsTable } from "./count-tables.ts";
import type { GatewayTables } from "./gateway-tables.ts";
import type { AskTables } from "./ask-tables.ts";
import type { DelegationsTable, ToolCallsTable } from "./call-tables.ts";
import type { ApprovalTables } from "./approval-tables.ts";
import type { DismissedSuggestionsTable, PolicyRulesTable, WatchedFilesTable } from "./policy-tables.ts";
import type { ToolTables } from "./tool-tables.ts";
import type { ModelTables } from "./model-tables.ts";
import type { SignInTables } from "./sign-in-tables.ts";
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
 * The tables. JSON is text, times are integer milliseconds of the database clock, ids are random text. A column of a
 * stored shape is named `…_json`, and its value has a version `v` where it outlives a release.
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
  delegations: DelegationsTable;
  audit: AuditTable;
  audit_seals: AuditSealsTable;
  audit_heads: AuditHeadsTable;
  notes: NotesTable;
  watched_files: WatchedFilesTable;
  policy_rules: PolicyRulesTable;
  dismissed_suggestions: DismissedSuggestionsTable;
  api_keys: ApiKeysTable;
  budget_locks: BudgetLocksTable;
  person_counts: PersonCountsTable;
  past_calls: PastCallsTable;
  chunks: ChunksTable;
  oauth_records: OauthRecordsTable;
} & ApprovalTables &
  ToolTables &
  NotificationTables &
  ModelTables &
  SignInTables &
  GatewayTables &
  AskTables;

type InstanceTable = { key: string; value: string };

/** Where the calls of a chat come from: a person with a model, the session of a client, or an agent elsewhere. */
export type ChatOrigin = "chat" | "gateway" | "agent";

type ChatsTable = {
  id: string;
  person_id: string;
  /** Only a `chat` stands among a person's chats; the others have no model and no messages. */
  origin: Generated<ChatOrigin>;
  title: string;
  titled_by: "app" | "person";
  instructions: string;
  model: string | null;
  /** `denyAll`: shadow mode, which shows calls and runs none. null: the policy of the instance. */
  policy: Generated<"denyAll" | null>;
  /** What its person switched off here, each `server/*` or `server/tool`: ToolNames. */
  tools_off_json: Generated<string>;
  /** Wire names of what its agents found among too many tools, oldest first; `agent:` stands before those of an agent: ToolNames. */
  tools_found_json: Generated<string>;
  /** 1: whoever may answer a call of it, now, reads the words around that call. */
  shown_to_reviewers: Generated<number>;
  /** 1 once a program has spoken here by a key: the key's owner then answers its questions in person. */
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

/** Messages that wait for the run before them to end. */
type QueuedMessagesTable = {
  chat_id: string;
  id: string;
  text: string;
  created_at: number;
  /** JSON of `AttachedResource[]`; null for none. */
  resources_json: string | null;
  /** The key of the program that sent it; null for a person's own. */
  key_id: Generated<string | null>;
};

export type RunStatus = "running" | "parked" | "done" | "failed" | "stopped";

type RunsTable = {
  id: string;
  chat_id: string;
  person_id: string;
  /** Empty, as `message_id`, in a run without messages. */
  user_message_id: string;
  /** The assistant message this run writes. */
  message_id: string;
  status: RunStatus;
  /** Process that holds it; null without a holder. */
  owner: string | null;
  /** Grows with every claim; a write under an older fence changes nothing. */
  fence: number;
  lease_until: number;
  /** Model steps so far. */
  rounds: number;
  /** Questions put to people so far. */
  asks: number;
  /** How many processes in a row died with it before it got further. */
  losses: Generated<number>;
  model: string;
  /** Policy of the chat when the run began: it holds until the run ends, even if the chat is loosened meanwhile. */
  policy: Generated<"denyAll" | null>;
  /** The key of the program whose message it answers; null for a person's own, and in a run without messages. */
  key_id: Generated<string | null>;
  created_at: number;
  ended_at: number | null;
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

/** The chain over the audit rows, in the order in which they became visible. */
type AuditSealsTable = {
  /** From 1 on, without gaps. */
  position: number;
  seq: number;
  /** Covers the row and the hash at the position before; see lib/audit/chain.ts. */
  hash: string;
};

/** Signed ends of the chain; see lib/audit/head.ts. */
type AuditHeadsTable = {
  signature: string;
  position: number;
  hash: string;
  at: number;
  key: string;
  next: string | null;
};

/** What the authorization server keeps for a while: registered clients, grants, codes and tokens. */
type OauthRecordsTable = {
  /** SHA-256 of its kind and its id. The id of a code or a token is the secret itself, and is not stored. */
  id_hash: string;
  kind: string;
  /** The grant that it belongs to, which is the id of a key. */
  grant_id: string | null;
  payload_json: string;
  created_at: number;
  expires_at: number;
  /** When it was used, for what works only once. */
  consumed_at: number | null;
};

/** A piece of an answer in progress, for the processes that do not write it. */
type ChunksTable = {
  run_id: string;
  /** Fence under which it was written. The first piece of a claim begins with the start of the message. */
  fence: number;
  /** From 1 on, without gaps. */
  seq: number;
  /** ChatChunk[] */
  chunks_json: string;
};

type NotesTable = { id: string; person_id: string; text: string; created_at: number };

export type ChatRow = Selectable<ChatsTable>;
export type MessageRow = Selectable<MessagesTable>;
export type RunRow = Selectable<RunsTable>;
export type ToolCallRow = Selectable<ToolCallsTable>;
export type DelegationRow = Selectable<DelegationsTable>;
export type ApprovalRow = Selectable<ApprovalTables["approvals"]>;
export type ChunkRow = Selectable<ChunksTable>;
export type WatchedFileRow = Selectable<WatchedFilesTable>;
export type PolicyRuleRow = Selectable<PolicyRulesTable>;
export type ToolServerRow = Selectable<ToolTables["tool_servers"]>;
export type ServerConsentRow = Selectable<ToolTables["server_consents"]>;
export type ToolSettingsRow = Selectable<ToolTables["tool_settings"]>;
export type ToolReviewRow = Selectable<ToolTables["tool_reviews"]>;
export type AuditRow = Selectable<AuditTable>;
