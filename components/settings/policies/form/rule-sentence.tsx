import { plainSentence } from "#lib/policies/drafts/plain-sentence.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { VerdictBadge } from "#components/settings/policies/verdict-badge.tsx";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

/** What a rule does, in one sentence, and what becomes of the calls that it cannot tell. */
export function RuleSentence({ rule }: { rule: Rule }) {
  const say = useSay(policyWords);
  const speech = useSpeech();
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-paper px-3 py-3">
      <p className="flex items-start gap-3">
        <VerdictBadge verdict={rule.verdict} />
        <span className="min-w-0 wrap-anywhere">
          <VisibleText text={plainSentence(rule, speech)} />
        </span>
      </p>
      {rule.when === null ? null : <p className="text-small text-muted">{say("whereAValueIsMissing")}</p>}
    </div>
  );
}
