import type { Foreseen } from "#lib/policies/changes/foreseen.ts";
import type { KeysOfWholeTexts } from "#lib/words/words.ts";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

const looks: { [Kind in Foreseen["wouldBe"]]: { label: KeysOfWholeTexts<typeof policyWords.english>; look: string } } =
  {
    runs: { label: "runs", look: "bg-green-soft text-green" },
    "asks-you": { label: "asksYou", look: "bg-amber-soft text-amber" },
    "asks-others": { label: "asksOthers", look: "bg-amber-soft text-amber" },
    refused: { label: "refused", look: "bg-red-soft text-red" },
  };

/** What would become of a call, in one or two words, and who is asked where others are. */
export function ForeseenBadge({ answer: { wouldBe, who } }: { answer: Foreseen }) {
  const say = useSay(policyWords);
  const { label, look } = looks[wouldBe];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className={`inline-block rounded-full px-3 py-0.5 text-fine font-medium ${look}`}>{say(label)}</span>
      {who === null || who.kind === "self" ? null : (
        <span className="text-fine text-muted wrap-anywhere">
          {who.kind === "other"
            ? say("aReviewerWhoIsSomebodyElse")
            : say("neededOfNames", { needed: who.needed, names: [...who.roles, ...who.people].join(", ") })}
        </span>
      )}
    </span>
  );
}
