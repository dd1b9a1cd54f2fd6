import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { ToolCallState } from "#lib/approvals/states.ts";
import type { ApprovalKey, ApprovalSay } from "#lib/approvals/words.en.ts";

/** What an accept carries beside the yes. */
export type Carried = { arguments?: JsonObject | undefined; content?: JsonObject | undefined };

/** `content` is stored, and goes to the server that asked. */
export type Fit = { content: JsonObject | null } | { message: string; fields?: FieldProblem[] };

/**
 * Everything that the app asks of one kind of subject, beside its card. One file per kind, and one line in
 * `subjects.ts`. What is shown in a subject is text of servers and models: untrusted.
 */
export type SubjectDescriptor<Subject extends { kind: string }> = {
  /** The key of its plural, for the filter of the inbox. */
  plural: ApprovalKey;
  /** Whether an accept fits what was asked. The gate checks edited arguments of a tool call itself. */
  answers: (subject: Subject, carried: Carried) => Fit;
  /** The part of the content that is shown again, masked; null for nothing. */
  contentShown: (subject: Subject, content: JsonObject) => JsonObject | null;
  /** For the settled line of an accepted one: the key of the stamp, and what became of it. */
  stamp: (subject: Subject) => "approved" | "submitted";
  accepted: (subject: Subject, callState: EndedWell, isEdited: boolean, say: ApprovalSay) => string[];
  /** For the settled line where nobody said yes: what was not done. */
  unanswered: (subject: Subject, callState: ToolCallState, say: ApprovalSay) => string[];
  segment: Segment<Subject>;
};

/** What the segment of its call in the chat says of it. */
type Segment<Subject> = {
  /** For screen readers, when it opens. */
  opens: (subject: Subject, on: { tool: string; server: string }, say: ApprovalSay) => string;
  /** How its call stands if it ended with an error after nobody said yes. */
  unanswered: "failed" | "not completed";
};

/** For a question that a server asks in mid-call: an unanswered one is no fault of the call. */
export const questionSegment: Segment<{ message: string }> = {
  opens: ({ message }, { server }, say) => say("opensQuestion", { server, message: message.slice(0, 200) }),
  unanswered: "not completed",
};

/** States that say what became of an accepted call. */
export type EndedWell = Exclude<ToolCallState, "unknown" | "refused">;

/** A server that asked in mid-call may have done something before. Says how its call ended; empty while it runs. */
export function afterQuestion(callState: EndedWell, say: ApprovalSay): string[] {
  if (callState === "done") return [say("callFinished")];
  return callState === "failed" ? [say("callEndedWithAnError")] : [];
}

/** What became of the call whose server got no answer. */
const onwards: { [State in ToolCallState]?: "callFinishedWithoutIt" | "callEndedThere" | "callMayHaveRun" } = {
  done: "callFinishedWithoutIt",
  failed: "callEndedThere",
  unknown: "callMayHaveRun",
};

export function withoutAnswer(sent: string, callState: ToolCallState, say: ApprovalSay): string[] {
  const went = onwards[callState];
  return went === undefined ? [sent] : [sent, say(went)];
}
