import type { Generated } from "kysely";

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
  /** Questions that it answered clearly. */
  answered: Generated<number>;
  /** Questions that it closed so soon that nobody read them. */
  not_shown: Generated<number>;
  /** Questions that failed on their way, or came back without a clear answer. */
  unclear: Generated<number>;
  /** Links to our card that it was sent. */
  links: Generated<number>;
  /** The longest time that one of its calls was held open. */
  held_ms: Generated<number>;
  /** Results that it came back for. */
  collected: Generated<number>;
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
  /** How its client was last asked; null where it was not. */
  asked_by: "form" | "link" | null;
  /** The longest time that one of the requests for it was held open. */
  held_ms: Generated<number>;
};
