import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { isOfRule } from "#lib/verdict/reason-in.ts";
import type { SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import { Serial } from "./card-frame.tsx";
import { effectWords } from "./effect-chips.tsx";
import { ServerLine } from "./server-line.tsx";
import { WhyAsked } from "./why-asked.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = { view: ApprovalView; subject: SubjectOf<"tool-call">; several: boolean };

/** What the chips of a card say in a word, in full. */
export function CallFacts({ view, subject, several }: Props) {
  const say = useSay(cardWords);
  return (
    <div className="flex flex-col gap-1.5 text-small">
      <WhyAsked
        subject={subject}
        label={
          view.audience?.mayAnswer === false
            ? say("whyThisIsAsked")
            : isOfRule(subject)
              ? say("rule")
              : say("whyYouAreAsked")
        }
      />
      <p>
        {say.rich("effectsEffectsRiskRiskOf", {
          b: (held) => <span className="font-semibold">{held}</span>,
          effects: effectWords(subject.effects, say),
          risk: view.risk,
        })}
      </p>
      {view.said === undefined ? <ServerLine server={view.server} /> : null}
      <p className="flex flex-wrap justify-between gap-x-4 text-fine text-muted">
        <span>{say("withoutAnAnswerItDoes")}</span>
        {several ? null : (
          <>
            <span className="sm:hidden">
              <Serial digest={view.digest} />
            </span>
            <span className="hidden pointer-fine:inline">{say("ctrlEnterApprovesCtrlBackspace")}</span>
          </>
        )}
      </p>
    </div>
  );
}
