import type { Verdict } from "#lib/verdict/verdict.ts";
import type { KeysOfWholeTexts } from "#lib/words/words.ts";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

const looks: { [Kind in Verdict["verdict"]]: { label: KeysOfWholeTexts<typeof policyWords.english>; look: string } } = {
  allow: { label: "allow", look: "bg-green-soft text-green" },
  ask: { label: "ask", look: "bg-amber-soft text-amber" },
  deny: { label: "refuse", look: "bg-red-soft text-red" },
};

/** What a rule says, in one word. */
export function VerdictBadge({ verdict }: { verdict: Verdict["verdict"] }) {
  const say = useSay(policyWords);
  const { label, look } = looks[verdict];
  return (
    <span
      className={`inline-block min-w-22 shrink-0 px-2 rounded-full py-0.5 text-center text-fine font-medium ${look}`}
    >
      {say(label)}
    </span>
  );
}
