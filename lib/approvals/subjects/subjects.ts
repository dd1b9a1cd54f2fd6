import { formSubject } from "./form-subject.ts";
import { linkSubject } from "./link-subject.ts";
import { signInSubject } from "./sign-in-subject.ts";
import type { SubjectDescriptor } from "./subject-descriptor.ts";
import { toolCallSubject } from "./tool-call-subject.ts";

/** What a person may be asked about. The first is a call of ours; the others are questions of its server. */
const subjects = { "tool-call": toolCallSubject, form: formSubject, link: linkSubject, "sign-in": signInSubject };

type SubjectIn<Descriptor> = Descriptor extends SubjectDescriptor<infer Subject> ? Subject : never;

/** The subject of an approval, with everything a card shows about it. Server and model text in here is untrusted. */
export type SubjectView = SubjectIn<(typeof subjects)[keyof typeof subjects]>;
export type SubjectKind = SubjectView["kind"];
export type SubjectOf<Kind extends SubjectKind> = Extract<SubjectView, { kind: Kind }>;

/** The compiler checks that each subject has the name of its kind. */
const descriptors: { readonly [Kind in SubjectKind]: SubjectDescriptor<SubjectOf<Kind>> } = subjects;

// The keys of the table; there is always one.
export const subjectKinds = Object.keys(descriptors) as [SubjectKind, ...SubjectKind[]];

export function descriptorOf<Kind extends SubjectKind>({ kind }: { kind: Kind }): SubjectDescriptor<SubjectOf<Kind>> {
  return descriptors[kind];
}
