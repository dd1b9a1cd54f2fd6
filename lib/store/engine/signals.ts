import type { EndedBy } from "#lib/approvals/decision.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** What one process on a store tells the others. A hint, never the truth: whoever must know also looks at the rows. */
export type Signal =
  /** A chat has a new version, or its run works or waits now. */
  | { type: "chat"; personId: string; chatId: string; version: number }
  /** A person's list of chats changed. */
  | { type: "chats"; personId: string }
  /** A question was settled; whoever holds its run in memory goes on. */
  | { type: "answered"; approvalId: string; runId: string }
  /** A run was ended; whoever holds it in memory lets go. */
  | { type: "stopped"; runId: string; endedBy: EndedBy }
  /** A run's answer went on. */
  | { type: "chunks"; runId: string }
  /** The policy of the instance changed. */
  | { type: "policy" }
  /** The instance has got its person: tool servers may start. */
  | { type: "claimed" }
  /** What is decided about tools and their servers changed. */
  | { type: "tools" };

export type Signals = {
  /** Tells the other processes soon, at most once. Never fails. */
  send: (signal: Signal) => void;
  /** Tells the other processes when the transaction commits, and only if it does. */
  sendWith: (trx: Trx, signal: Signal) => Promise<void>;
  /** Hears what other processes tell, never what this one does. Returns the way to stop listening. */
  listen: (listener: (signal: Signal) => void) => () => void;
  /** Whether this process would hear of a signal now; what is told in between it does not hear later. */
  isListening: () => boolean;
};

/** For a store that only one process uses. */
export const noSignals: Signals = {
  send: () => {},
  sendWith: async () => {},
  listen: () => () => {},
  isListening: () => true,
};
