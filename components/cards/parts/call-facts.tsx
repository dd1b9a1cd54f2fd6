import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import { Serial } from "./card-frame.tsx";
import { effectWords } from "./effect-chips.tsx";
import { ServerLine } from "./server-line.tsx";
import { WhyAsked } from "./why-asked.tsx";

type Props = { view: ApprovalView; subject: SubjectOf<"tool-call">; several: boolean };

/** What the chips of a card say in a word, in full. */
export function CallFacts({ view, subject, several }: Props) {
  return (
    <div className="flex flex-col gap-1.5 text-small">
      <WhyAsked
        subject={subject}
        label={
          view.audience?.mayAnswer === false
            ? "Why this is asked"
            : subject.ruleId.startsWith("rule:")
              ? "Rule"
              : "Why you are asked"
        }
      />
      <p>
        <span className="font-semibold">Effects: </span>
        {effectWords(subject.effects)}. Risk {view.risk} of 5.
      </p>
      {view.said === undefined ? <ServerLine server={view.server} /> : null}
      <p className="flex flex-wrap justify-between gap-x-4 text-fine text-muted">
        <span>Without an answer it does not run.</span>
        {several ? null : (
          <>
            <span className="sm:hidden">
              <Serial digest={view.digest} />
            </span>
            <span className="hidden pointer-fine:inline">
              Ctrl/⌘ Enter approves · Ctrl/⌘ Backspace declines · Esc leaves the card
            </span>
          </>
        )}
      </p>
    </div>
  );
}
