import { afterQuestion, type SubjectDescriptor, withoutAnswer } from "./subject-descriptor.ts";

export type SignInSubject = {
  kind: "sign-in";
  message: string;
  /** What the server wants to be allowed, in its own words; null where it does not say. */
  scope: string | null;
};

/**
 * A call that waits until its person is signed in to its server. A yes says that they are; the server looks by itself
 * when the call is sent again.
 */
export const signInSubject: SubjectDescriptor<SignInSubject> = {
  plural: "signIns",
  answers: (_subject, carried) =>
    carried.arguments || carried.content
      ? { message: "A sign-in takes neither arguments nor content." }
      : { content: null },
  contentShown: () => null,
  stamp: () => "approved",
  accepted: (_subject, callState, _isEdited, say) => [say("signedIn"), ...afterQuestion(callState, say)],
  unanswered: (_subject, callState, say) => withoutAnswer(say("notSignedIn"), callState, say),
  segment: {
    opens: (_subject, { server }, say) => say("opensSignIn", { server }),
    unanswered: "not completed",
  },
};
