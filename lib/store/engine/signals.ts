import type { Unanswered } from "#lib/approvals/decision.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** What one process on a store tells the others. A hint, never the truth: who must be sure also reads the rows. */
export type Signal =
  /** A chat has a new version, or its run has begun to work or to wait. */
  | { type: "chat"; personId: string; chatId: string; version: number }
  /** A person's list of chats changed. */
  | { type: "chats"; personId: string }
  /** A question was settled; the process that holds its run resumes it. */
  | { type: "answered"; approvalId: string; runId: string }
  /** A run was ended; the process that holds it lets go. */
  | { type: "stopped"; runId: string; endedBy: Unanswered }
  /** A run wrote more of its answer. */
  | { type: "chunks"; runId: string }
  /** The policy of the instance changed. */
  | { type: "policy" }
  /** The instance was claimed: tool servers may start. */
  | { type: "claimed" }
  /** Decisions about tools or their servers changed. */
  | { type: "tools" }
  /** Accounts at providers of models changed, or which model is the default. */
  | { type: "models" }
  /** Somebody signed in to a tool server, or out. */
  | { type: "server-sign-ins"; serverId: string };

export type Signals = {
  /** Tells the other processes soon, at most once. Never throws. */
  send: (signal: Signal) => void;
  /** Tells the other processes when the transaction commits, and only if it does. */
  sendWith: (trx: Trx, signal: Signal) => Promise<void>;
  /**
   * Calls the listener for signals of other processes, never of this one. Returns the function that stops listening.
   */
  listen: (listener: (signal: Signal) => void) => () => void;
  /** Whether this process receives signals now; it does not receive later what it missed. */
  isListening: () => boolean;
};

/** For a store with a single process. */
export const noSignals: Signals = {
  send: () => {},
  sendWith: async () => {},
  listen: () => () => {},
  isListening: () => true,
};
