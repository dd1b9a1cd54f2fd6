import { answersSent } from "#lib/elicitation/answers-sent.ts";
import type { FormField } from "#lib/elicitation/form.ts";
import { validateContent } from "#lib/elicitation/validate-content.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { afterQuestion, questionSegment, type SubjectDescriptor, withoutAnswer } from "./subject-descriptor.ts";

export type FormSubject = {
  kind: "form";
  message: string;
  /** Empty for a plain confirm: Approve sends `{}`. */
  fields: FormField[];
  /** As the server sent it, where it says more of the answers than the fields do: the gate checks them by it. */
  schema?: JsonObject;
  /** Set when the form is drawn as Approve / Decline / Dismiss; the content that Approve sends. */
  confirm: JsonObject | null;
  /** Set when the server asks for what it must not ask here (a secret), or sent a form we cannot draw. Submit is off. */
  refused: string | null;
};

export const formSubject: SubjectDescriptor<FormSubject> = {
  plural: "questionsOfServers",
  answers: ({ refused, fields }, carried) => {
    if (carried.arguments) return { message: "A form takes content, not arguments." };
    if (refused !== null) return { message: `This form cannot be submitted: ${refused}` };
    const checked = validateContent({ fields }, carried.content ?? {});
    if ("content" in checked) return { content: checked.content };
    return {
      message: "Some answers do not fit the form.",
      fields: checked.errors.map(({ field, message }) => ({ path: field, message })),
    };
  },
  // A plain yes has a content that nobody typed.
  contentShown: ({ confirm, message, fields }, content) =>
    confirm === null ? answersSent(message, fields, content) : null,
  stamp: ({ confirm }) => (confirm === null ? "submitted" : "approved"),
  accepted: (_subject, callState, _isEdited, say) => {
    const end = afterQuestion(callState, say);
    return end.length > 0 ? end : [say("sent")];
  },
  unanswered: (_subject, callState, say) => withoutAnswer(say("nothingSent"), callState, say),
  segment: questionSegment,
};
