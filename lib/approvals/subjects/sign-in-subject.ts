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
  plural: "Sign-ins",
  answers: (_subject, carried) =>
    carried.arguments || carried.content
      ? { message: "A sign-in takes neither arguments nor content." }
      : { content: null },
  contentShown: () => null,
  stamp: () => "Approved",
  accepted: (_subject, callState) => ["signed in", ...afterQuestion(callState)],
  unanswered: (_subject, callState) => withoutAnswer("not signed in", callState),
  segment: {
    opens: (_subject, { server }) => `Sign in to ${server}, so that its call can run.`,
    unanswered: "not completed",
  },
};
