import { reasonIn } from "#lib/policies/rule-words-in.ts";
import type { SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** Why a person must answer for a call: the rule that its verdict names, and every other one that asks too. */
export function WhyAsked({ subject, label }: { subject: SubjectOf<"tool-call">; label: string }) {
  const say = useSay(cardWords);
  const speech = useSpeech();
  const { also = [] } = subject;
  return (
    <>
      <p>
        <span className="font-semibold">{label}: </span>
        <VisibleText text={reasonIn(speech, subject)} />
      </p>
      {also.map((other) => (
        <p key={other.ruleId} className="wrap-anywhere">
          <span className="font-semibold">{say("also")} </span>
          <VisibleText text={reasonIn(speech, other)} />
        </p>
      ))}
    </>
  );
}
