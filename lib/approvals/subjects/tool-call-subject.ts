import type { PreviewOffer } from "#lib/approvals/preview/preview.ts";
import type { GrantScope } from "#lib/grants/grant.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { AskingReason } from "#lib/approvals/asking-reason.ts";
import type { FieldProvenance } from "#lib/approvals/provenance.ts";
import type { EndedWell, SubjectDescriptor } from "./subject-descriptor.ts";

/** An effect the card words as a chip; `source` says who vouches for it. */
export type Effect = {
  kind: "reads-only" | "changes-data" | "cannot-be-undone" | "leaves-network" | "unknown";
  source: "server" | "owner" | "app";
};

export type ToolCallSubject = {
  kind: "tool-call";
  /** The owner's prompt template, filled in; a caption only, the arguments stand below it in full. */
  caption: string;
  /** That template itself, for a sentence that follows an edit; absent where the owner wrote none. */
  prompt?: string;
  /** Canonical JSON (RFC 8785) of the arguments: the bytes that are hashed and executed. */
  argumentsJson: string;
  /** JSON Schema of the arguments, for field titles and for editing. */
  inputSchema: JsonObject;
  effects: Effect[];
  /** Why a person is asked, in words: the rule that matched. */
  reason: string;
  ruleId: string;
  /** Other reasons to ask about this call; absent where there are none. */
  also?: AskingReason[];
  /** Set when the owner set the tool's risk to L4 or L5; an assessed risk alone never draws a card as high risk. */
  highRisk?: Risk;
  /** The argument whose value a person types to approve a high risk; absent: the tool's name is typed. */
  confirmBy?: string;
  /** Which arguments contain text that tools of this chat said before; absent where none does. */
  provenance?: FieldProvenance[];
  /** How often this tool was asked about before in this answer, and declined; absent when it was not. */
  earlier?: { asked: number; declined: number };
  /** What may be looked at before the answer; absent where nothing may. */
  preview?: PreviewOffer;
  /** Standing grants that the card may offer beside Approve; absent where none may be given. */
  grants?: GrantScope[];
};

const progressOf = {
  proposed: "aboutToRun",
  waiting: "underWay",
  cleared: "aboutToRun",
  running: "runningNow",
  done: "ran",
  // Not known whether it ran: its server may have refused it, or was never reached.
  failed: "endedWithAnError",
} as const satisfies { [State in EndedWell]: string };

export const toolCallSubject: SubjectDescriptor<ToolCallSubject> = {
  plural: "toolCalls",
  answers: (_subject, { content }) =>
    content ? { message: "A tool call takes arguments, not content." } : { content: null },
  contentShown: () => null,
  stamp: () => "approved",
  accepted: (_subject, callState, isEdited, say) => [
    say(progressOf[callState]),
    ...(isEdited ? [say("argumentsEdited")] : []),
  ],
  unanswered: (_subject, callState, say) => [say(callState === "unknown" ? "mayHaveRun" : "notRun")],
  segment: {
    opens: (_subject, on, say) => say("opensCall", on),
    unanswered: "failed",
  },
};
