import { plainSentence } from "#lib/policies/drafts/plain-sentence.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { VerdictBadge } from "#components/settings/policies/verdict-badge.tsx";

/** What a rule does, in one sentence, and what becomes of the calls that it cannot tell. */
export function RuleSentence({ rule }: { rule: Rule }) {
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-paper px-3 py-3">
      <p className="flex items-start gap-3">
        <VerdictBadge verdict={rule.verdict} />
        <span className="min-w-0 wrap-anywhere">
          <VisibleText text={plainSentence(rule)} />
        </span>
      </p>
      {rule.when === null ? null : (
        <p className="text-small text-muted">
          Where a value is missing or of another kind, a call asks. Stricter rules win.
        </p>
      )}
    </div>
  );
}
