import type { Generated } from "kysely";

export type AskTables = { agent_sessions: AgentSessionsTable; asks: AsksTable };

/** What an agent elsewhere asked with one key, without a long pause. Its asks are runs of the chat. */
type AgentSessionsTable = {
  chat_id: string;
  key_id: string;
  /** As it says of itself. */
  agent: string;
  seen_at: number;
};

/** A call that an agent elsewhere makes itself, if it is allowed to. */
type AsksTable = {
  call_id: string;
  run_id: string;
  /** The key that it came with, and the only one that gets the answer. */
  key_id: string;
  /** Until then the agent counts as waiting; it moves on while the agent waits. */
  waited_until: number;
  /** 1: its agent keeps no connection open, and asks for the answer when a webhook says that there is one. */
  comes_back: Generated<0 | 1>;
  /** When such an agent was told; null until then. */
  told_at: number | null;
  /** When the gate let the call go; null until then. */
  released_at: number | null;
  /** When the answer was given to the agent, once, or the agent was seen to wait no more; null until then. */
  ended_at: number | null;
  /** What the agent reports of the call afterwards: Reported. null until then. */
  outcome_json: string | null;
};
