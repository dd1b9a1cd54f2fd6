import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { argumentRows, readArguments } from "#lib/approvals/argument-rows.ts";
import type { SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import { CallIcon } from "#components/cards/parts/call-icon.tsx";
import { CallHeading, ownerSentence } from "#components/cards/call-head.tsx";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";

/** What is asked for, as the heading of its card says it. */
export function CallSentence({ view }: { view: ApprovalView }) {
  const say = useSay(inboxWords);
  const { subject, server } = view;
  if (subject.kind !== "tool-call") {
    const name = <VisibleText text={server.title} />;
    return (
      <>
        <CallIcon view={view} />
        {subject.kind === "sign-in" ? say.rich("signInToName", { name }) : say.rich("nameIsAsking", { name })}
      </>
    );
  }
  return <CallHeading view={view} subject={subject} args={argumentsOf(view, subject)} />;
}

/** Those of a person's edit, if there was one. */
function argumentsOf({ decision }: ApprovalView, { argumentsJson }: SubjectOf<"tool-call">) {
  return readArguments(decision?.editedArgumentsJson ?? argumentsJson);
}

/** Characters. */
const longestBeginning = 120;

/**
 * How a server's question begins, or the arguments of a call where the sentence names none of them; null elsewhere. The
 * card says all of it.
 */
export function beginningOf(view: ApprovalView): string | null {
  const { subject } = view;
  if (subject.kind === "sign-in") return null;
  if (subject.kind !== "tool-call") return visibleText(subject.message.slice(0, longestBeginning));
  const args = argumentsOf(view, subject);
  const sentence = ownerSentence({ view, subject, args });
  if (args === null || sentence?.some(({ kind }) => kind === "value") === true) return null;
  const values = argumentRows(args, subject.inputSchema).map(({ value }) =>
    typeof value === "string" ? value : JSON.stringify(value),
  );
  return values.length === 0 ? null : visibleText(values.join(" · ").slice(0, longestBeginning));
}
