import type { GrantRequest } from "#lib/grants/grant.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";

/**
 * What a person can answer: the words of MCP elicitation, and `respond`, which gives the result of a tool call in the
 * tool's place. It lets nothing run, as a decline does.
 */
export const decisionActions = ["accept", "decline", "cancel", "respond"] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** Who answered an approval. A closed union: whoever reads it says what each kind means. */
type Answered =
  /** Signed in here, or with a key of theirs. */
  | { endedBy: "person" }
  /** A client says that its user answered; nobody proved that here. `upTo`: the risk up to which its accept counts. */
  | { endedBy: "attested"; client: string; upTo?: Risk };

/** Characters of what a person says in a tool's place. */
export const longestResponse = 10_000;

/** What ended an approval that nobody answered. */
export type Unanswered =
  | "timeout"
  | "stop"
  | "new-message"
  | "history-replaced"
  | "server-lost"
  | "server-withdrew"
  | "client-gone"
  /** Of the program whose message began the run. */
  | "key-ended"
  | "client-unclear"
  | "nobody-to-ask"
  | "failure"
  /** It was accepted, and what its preview had read changed before the start. */
  | "outdated";

export type EndedBy = Answered["endedBy"] | Unanswered;

/** Whose accept counts. Those of a later release are not in here, so theirs does not. */
const mayAccept: { [End in EndedBy]: boolean } = {
  person: true,
  attested: false,
  timeout: false,
  stop: false,
  "new-message": false,
  "history-replaced": false,
  "server-lost": false,
  "server-withdrew": false,
  "client-gone": false,
  "key-ended": false,
  "client-unclear": false,
  "nobody-to-ask": false,
  failure: false,
  outdated: false,
};

/** Whether this is a person's accept, which lets a call run or carries a person's word to a server (I1). */
export function isAccept({ action, endedBy }: Pick<Decision, "action" | "endedBy">): boolean {
  return action === "accept" && mayAccept[endedBy] === true;
}

/** How an approval ended, as stored. */
export type StoredDecision = (Answered | { endedBy: Unanswered }) & {
  action: DecisionAction;
  /** Display name of whoever answered; absent where nobody did. */
  by?: string;
  /** The same with addresses, where others answered than the chat's own person: names are chosen by their people. */
  byOthers?: string;
  note?: string;
  /** With `respond`: what the person says in the tool's place. */
  response?: string;
  /** Edited arguments of a tool call; absent when it runs as proposed. */
  arguments?: JsonObject;
  /** Digest of the call with the edited arguments; absent without edits. */
  digest?: string;
  /** The standing grant that was signed with an accept. */
  grant?: GrantRequest & { id: string };
  /** Content of a submitted form. */
  content?: JsonObject;
  /** Digests of what was read for the previews that an accept counts for; absent where it counts whatever is there. */
  bound?: string[];
  /** What was read had changed before the start, so the call was asked about again. */
  outdated?: true;
};

/** The same with its time, in Unix milliseconds of the database clock. */
export type Decision = StoredDecision & { at: number };
