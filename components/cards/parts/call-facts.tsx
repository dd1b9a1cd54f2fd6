import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { isOfRule } from "#lib/verdict/unasked.ts";
import type { SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import { Serial } from "./card-frame.tsx";
import { effectWords, tellsRisk } from "./effect-chips.tsx";
import { ServerLine } from "./server-line.tsx";
import { WhyAsked } from "./why-asked.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  view: ApprovalView;
  subject: SubjectOf<"tool-call">;
  several: boolean;
  /** Whether a chip says in words whether the server is trusted. */
  trustSaid: boolean;
};

/** What the chips of a card say in a word, in full, and what they do not say. */
export function CallFacts({ view, subject, several, trustSaid }: Props) {
  const say = useSay(cardWords);
  const answers = view.audience?.mayAnswer !== false;
  const effects = effectWords(subject.effects, say);
  return (
    <div className="flex flex-col gap-1.5 text-small">
      <WhyAsked
        subject={subject}
        label={answers ? (isOfRule(subject) ? say("rule") : say("whyYouAreAsked")) : say("whyThisIsAsked")}
      />
      <p className="empty:hidden">
        {effects === null
          ? null
          : say.rich("effectsEffects", { b: (held) => <span className="font-semibold">{held}</span>, effects })}
        {tellsRisk({ view, subject }) ? null : <> {say("riskInFull", { risk: view.risk })}</>}
      </p>
      {view.said === undefined ? <ServerLine server={view.server} trustSaid={trustSaid} /> : null}
      <p className="flex flex-wrap justify-between gap-x-4 text-fine text-muted">
        {/* Whoever answers one call reads it on the line to sign on. */}
        {answers && !several ? null : <span>{say("withoutAnAnswerItDoes")}</span>}
        {answers && !several ? (
          <span className="hidden pointer-fine:inline">{say("ctrlEnterApprovesCtrlBackspace")}</span>
        ) : null}
        {several ? null : (
          <span className="sm:hidden">
            <Serial digest={view.digest} />
          </span>
        )}
      </p>
    </div>
  );
}
