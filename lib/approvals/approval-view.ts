import type { FormField } from "#lib/elicitation/form.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { AskingReason } from "./asking-reason.ts";
import type { Audience } from "#lib/people/audience.ts";
import type { DecisionAction, EndedBy } from "./decision.ts";
import type { GrantScope, GrantTerms } from "#lib/grants/grant.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { FieldProvenance } from "./provenance.ts";
import type { ApprovalStatus, ToolCallState } from "./states.ts";

/** An effect the card words as a chip; `source` says who vouches for it. */
export type Effect = {
  kind: "reads-only" | "changes-data" | "cannot-be-undone" | "leaves-network" | "unknown";
  source: "server" | "owner" | "app";
};

/** The subject of an approval, with everything a card shows about it. Server and model text in here is untrusted. */
export type SubjectView =
  | {
      kind: "tool-call";
      /** The owner's prompt template, filled in; a caption only, the arguments stand below it in full. */
      caption: string;
      /** Canonical JSON (RFC 8785) of the arguments: the bytes that are hashed and executed. */
      argumentsJson: string;
      /** JSON Schema of the arguments, for field titles and for editing. */
      inputSchema: JsonObject;
      effects: Effect[];
      /** Why a person is asked, in words: the rule that matched. */
      reason: string;
      ruleId: string;
      /** What else wants a person for this call; absent where nothing does. */
      also?: AskingReason[];
      /** Set when the owner called the tool a high risk, L4 or L5; what is only assessed never draws a card as one. */
      highRisk?: Risk;
      /** The argument whose value a person types to approve a high risk; absent: the tool's name is typed. */
      confirmBy?: string;
      /** Which arguments contain text that tools of this chat said before; absent where none does. */
      provenance?: FieldProvenance[];
      /** How often this tool was asked about before in this answer, and declined; absent when it was not. */
      earlier?: { asked: number; declined: number };
      /** Standing grants that the card may offer beside Approve; absent where none may be given. */
      grants?: GrantScope[];
    }
  | {
      kind: "form";
      message: string;
      /** Empty for a plain confirm: Approve sends `{}`. */
      fields: FormField[];
      /** Set when the form is drawn as Approve / Decline / Dismiss; the content that Approve sends. */
      confirm: JsonObject | null;
      /** Set when the server asks for what it must not ask here (a secret), or sent a form we cannot draw. Submit is off. */
      refused: string | null;
    }
  | {
      kind: "link";
      message: string;
      /** As the server wrote it; only what `linkTarget` makes of it is shown and opened. */
      url: string;
      /** It was opened for this call before, and its server still asks for it: whoever is done there goes on. */
      again?: true;
    };

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
    by: string | null;
    at: number;
    note: string | null;
    /** Canonical JSON of the arguments that were run instead, when they were edited. */
    editedArgumentsJson: string | null;
    /** What a submitted form said, masked; absent elsewhere. */
    content?: JsonObject;
    /** The standing grant that was signed with it; absent where none was. */
    grant?: { id: string; terms: GrantTerms };
  } | null;
};
