import type { Schema } from "#lib/store/schema/schema.ts";

/**
 * Every table with the columns of its primary key, parents before children. The compiler checks that none is missing.
 */
export const tables = {
  instance: ["key"],
  people: ["id"],
  sessions: ["token_hash"],
  links: ["key_hash"],
  accounts: ["id"],
  invitations: ["id"],
  sign_in_tries: ["key"],
  known_browsers: ["token_hash", "person_id"],
  password_resets: ["person_id"],
  connecting_accounts: ["state_hash"],
  account_hands: ["person_id", "by_id", "as_owner"],
  passkeys: ["id"],
  passkey_challenges: ["challenge_hash"],
  chats: ["id"],
  messages: ["chat_id", "id"],
  queued_messages: ["chat_id", "id"],
  runs: ["id"],
  tool_calls: ["id"],
  grants: ["id"],
  approvals: ["id"],
  tool_servers: ["id"],
  server_consents: ["server_id"],
  tool_settings: ["server_id", "tool_name"],
  tool_reviews: ["server_id", "tool_name"],
  approval_signers: ["approval_id", "kind", "name"],
  approval_answers: ["approval_id", "person_id"],
  result_files: ["id"],
  delegations: ["call_id"],
  client_sessions: ["chat_id"],
  gateway_calls: ["call_id"],
  agent_sessions: ["chat_id"],
  asks: ["call_id"],
  budget_locks: ["person_id"],
  person_counts: ["person_id", "what"],
  past_calls: ["id"],
  model_connections: ["id"],
  chunks: ["run_id", "fence", "seq"],
  audit: ["seq"],
  audit_seals: ["position"],
  audit_heads: ["signature"],
  notes: ["id"],
  watched_files: ["name"],
  policy_rules: ["id"],
  dismissed_suggestions: ["key"],
  api_keys: ["id"],
  oauth_records: ["id_hash"],
  webhooks: ["id"],
  push_subscriptions: ["id"],
  outbox: ["id"],
  deliveries: ["id"],
} as const satisfies { [Table in keyof Schema]: readonly (keyof Schema[Table])[] };

export type TableName = keyof typeof tables;

/** In an order in which rows may be inserted. */
export const tableNames = Object.keys(tables) as TableName[];
