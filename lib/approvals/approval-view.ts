import type { Risk } from "#lib/verdict/risk.ts";
import type { Audience } from "#lib/people/audience.ts";
import type { DecisionAction, EndedBy } from "./decision.ts";
import type { GrantTerms } from "#lib/grants/grant.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { ApprovalStatus, ToolCallState } from "./states.ts";
import type { SaidOfCall } from "#lib/approvals/subjects/stored-subject.ts";
import type { SubjectView } from "#lib/approvals/subjects/subjects.ts";

/**
 * One approval as a person sees it: the data of a `data-approval` message part and of the REST API.
 * It is derived from stored rows alone; a stored copy in a message is refreshed from the rows whenever a chat is read.
 * Times are Unix milliseconds of the database clock.
 */
export type ApprovalView = {
  v: 1;
  approvalId: string;
  chatId: string;
  /** The id of the tool part in the message that this approval belongs to. */
  toolCallId: string;
  status: ApprovalStatus;
  server: { id: string; title: string; origin: string; trusted: boolean };
  tool: { name: string; title: string };
  /** Agents between the chat and the call, outermost first; absent for the chat's own calls. */
  agents?: string[];
  /** What an agent elsewhere says of its own call, which runs there; absent for every other. */
  said?: SaidOfCall;
  /** An app of the server made the call; absent for every other. */
  byApp?: true;
  /** State of the tool call in the world; says what became of an accepted approval. */
  callState: ToolCallState;
  subject: SubjectView;
  /** Of the tool when the question was opened, or higher where it was raised since. */
  risk: Risk;
  /** What became stricter after the card opened, a sentence each, oldest first; absent where nothing did. */
  changes?: string[];
  /** Only of an open question that is not simply for the person whose chat it is. */
  audience?: Audience;
  digest: string;
  requestedAt: number;
  expiresAt: number;
  /** How often "More time" may still be pressed (at most ten). */
  extensionsLeft: number;
  decision: {
    action: DecisionAction;
    endedBy: EndedBy;
    /** The client that attests the answer; there only where `endedBy` is `attested`. */
    client?: string;
    by: string | null;
    at: number;
    note: string | null;
    /** What the person said in the tool's place, which did not run; absent elsewhere. */
    response?: string;
    /** Canonical JSON of the arguments that were run instead, when they were edited. */
    editedArgumentsJson: string | null;
    /** What a submitted form said, masked; absent elsewhere. */
    content?: JsonObject;
    /** What its preview had read changed before the start: it did not run on this answer, and was asked about again. */
    outdated?: true;
    /** The standing grant that was signed with it; absent where none was. */
    grant?: { id: string; terms: GrantTerms };
  } | null;
};
