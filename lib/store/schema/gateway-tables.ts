export type GatewayTables = { client_sessions: ClientSessionsTable; gateway_calls: GatewayCallsTable };

/** What a client of the gateway did without a long pause. Its calls are runs of the chat. */
type ClientSessionsTable = {
  chat_id: string;
  key_id: string;
  /** As the client says of itself. */
  name: string;
  version: string;
  /** What it declared that it can do: Declared. */
  declared_json: string;
  seen_at: number;
};

/** A call that came through the gateway. */
type GatewayCallsTable = {
  call_id: string;
  /** The key that it came with, and the only one that gets its result. */
  key_id: string;
  /** When its result went out; null until then. */
  handed_over_at: number | null;
  /** Binary blocks of its result that wait to be handed over: WholeBlock[]. */
  blocks_json: string | null;
};
