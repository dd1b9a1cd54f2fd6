import type { Generated, Selectable } from "kysely";
import type { ToolCallState } from "#lib/approvals/states.ts";
import type { Caller } from "#lib/verdict/caller.ts";
import type { GrantsTable } from "./grants-table.ts";
import type { ApiKeysTable } from "./api-keys-table.ts";
import type { BudgetLocksTable, PastCallsTable, PersonCountsTable } from "./count-tables.ts";
import type { GatewayTables } from "./gateway-tables.ts";
import type { QueuedMessagesTable } from "./queued-messages-table.ts";
import type { AskTables } from "./ask-tables.ts";
import type { OauthTables } from "./oauth-tables.ts";
import type { AuditHeadsTable, AuditSealsTable } from "./audit-tables.ts";
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
} & ApprovalTables &
  ToolTables &
  NotificationTables &
  ModelTables &
  SignInTables &
  GatewayTables &
  AskTables &
  OauthTables;

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
  /** Fingerprint of the tool's definition when the call was proposed. */
  fingerprint: string;
  /** Canonical JSON as the model proposed it. */
  arguments_json: string;
  /** Canonical JSON of the arguments that run; differs from the proposal when a person edited it. */
  effective_json: string;
  /** Digest of the arguments that run. */
  digest: string;
  state: ToolCallState;
  verdict_json: string | null;
  /** What policies read beside the arguments when the call was proposed: ToolAsJudged. null for older calls. */
  tool_json: Generated<string | null>;
  /** Who called from outside, such as `gateway:<name of its key>`; null for the calls of our own models. */
  caller: Generated<Exclude<Caller, "chat"> | null>;
  /** What an agent elsewhere says of the call: SaidOfCall. null for every other call. */
  outside_json: Generated<string | null>;
  /** Names of the agents between the chat and the call, outermost first: string[]. */
  agents_json: Generated<string>;
  /** The delegating call above this one; null for the chat's own calls. */
  parent_id: Generated<string | null>;
  /** The call whose result an app was shown under when it made this one; null for every call that no app made. */
  app_of: Generated<string | null>;
  /** The grant it was started on: see GrantUse. null for every other call. */
  grant_json: Generated<string | null>;
  /** Fence under which it was started; a newer holder that finds it running marks it unknown. */
  started_fence: number | null;
  /** State to resume an interrupted call: answers and the server's opaque state. Never shown to anyone. */
  resumption_json: string | null;
  /** What the model is told: see StoredResult. */
  result_json: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
};

/** A worker's answer so far; its calls are in `tool_calls`, with the delegating call as their parent. */
type DelegationsTable = {
  call_id: string;
  run_id: string;
  agent: string;
  /** Model steps so far. */
  rounds: number;
  /** Version of the shape of `parts_json`, as of a message's. */
  shape: number;
  parts_json: string;
  /** The worker's final answer: StoredAnswer; null while it works. */
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
