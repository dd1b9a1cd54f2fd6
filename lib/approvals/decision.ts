import type { GrantRequest } from "#lib/grants/grant.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";

/** What a person can answer; the words of MCP elicitation. */
export const decisionActions = ["accept", "decline", "cancel"] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** Who or what ended an approval. Only `person` can ever accept. */
export type EndedBy =
  | "person"
  | "timeout"
  | "stop"
  | "new-message"
  | "history-replaced"
  | "server-lost"
  | "server-withdrew"
  | "failure";

/** A person's answer to an approval, as stored. */
export type Decision = {
  action: DecisionAction;
  endedBy: EndedBy;
  /** Display name of the person who answered; absent unless a person did. */
  by?: string;
  /** Unix ms on the database clock. */
  at: number;
  note?: string;
  /** Edited arguments of a tool call; absent when it runs as proposed. */
  arguments?: JsonObject;
  /** Digest of the call with the edited arguments; absent without edits. */
  digest?: string;
  /** The standing grant that was signed with an accept. */
  grant?: GrantRequest & { id: string };
  /** Content of a submitted form. */
  content?: JsonObject;
};
