import { linkTarget } from "#lib/elicitation/link-target.ts";
import { afterQuestion, questionSegment, type SubjectDescriptor, withoutAnswer } from "./subject-descriptor.ts";

export type LinkSubject = {
  kind: "link";
  message: string;
  /** As the server wrote it; only what `linkTarget` makes of it is shown and opened. */
  url: string;
  /** It was opened for this call before, and its server still asks for it: whoever is done there goes on. */
  again?: true;
};

export const linkSubject: SubjectDescriptor<LinkSubject> = {
  plural: "links",
  answers: ({ url }, carried) => {
    if (carried.arguments || carried.content) return { message: "Opening a link takes neither arguments nor content." };
    const target = linkTarget(url);
    return "refused" in target ? { message: `This link cannot be opened: ${target.refused}` } : { content: null };
  },
  contentShown: () => null,
  stamp: () => "approved",
  accepted: ({ again }, callState, _isEdited, say) => [
    say(again ? "saidToBeDone" : "pageOpened"),
    ...afterQuestion(callState, say),
  ],
  unanswered: ({ again }, callState, say) => withoutAnswer(say(again ? "nothingSent" : "notOpened"), callState, say),
  segment: questionSegment,
};
