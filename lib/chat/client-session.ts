import type { ToolCallState } from "#lib/approvals/states.ts";
import type { ChatMessage } from "./chat-message.ts";
import type { SelfTestRun } from "./self-test-run.ts";

/** What a client of the gateway, or an agent elsewhere, did without a long pause. Times are Unix ms. */
export type ClientSession = {
  id: string;
  kind: "client" | "agent";
  /** As the client says of itself. */
  name: string;
  version: string;
  /** The name of its key, which its person gave. */
  keyName: string;
  /** Open approvals of its calls. */
  waiting: number;
  /** Whether one of its calls has not ended. */
  live: boolean;
};

/** The same with its calls. */
export type ClientSessionDetail = ClientSession & {
  /** Its latest calls with cards and results, oldest first, in the form of one answer. */
  calls: ChatMessage;
  /** When each call was made, by its id in `calls`. */
  times: Record<string, number>;
  /** Whether it made earlier calls. */
  hasMore: boolean;
};

/** What was observed of a client, as far as it is stored. */
export type Observed = {
  /** Questions that it answered clearly. */
  answered: number;
  /** Questions that it closed so soon that nobody read them. */
  notShown: number;
  /** Questions that failed on their way, or came back without a clear answer. */
  unclear: number;
  /** Links to a card that it was sent. */
  links: number;
  /** The longest time that one of its calls was held open. */
  heldMs: number;
  /** Results that it came back for. */
  collected: number;
};

/** A client by its key and the name that it gives itself, over its latest sessions. */
export type KnownClient = {
  /** Its latest session. */
  sessionId: string;
  name: string;
  version: string;
  keyId: string;
  keyName: string;
  /** Whether its key still lets it in. */
  isIn: boolean;
  /** What it declares that it can ask its user. */
  asks: { form: boolean; url: boolean };
  /** The age of its protocol; null where an earlier release did not note it. */
  era: "legacy" | "modern" | null;
  observed: Observed;
  seenAt: number;
  /** Open approvals of its calls. */
  waiting: number;
  /** Latest first. */
  calls: { id: string; tool: string; state: ToolCallState; at: number; sessionId: string }[];
};

/** A client as the settings list it. */
export type ListedClient = KnownClient & {
  /** What is known of clients that call themselves so. */
  note: string;
  /** Its latest self-test; null where it made none. */
  selfTest: SelfTestRun | null;
};
