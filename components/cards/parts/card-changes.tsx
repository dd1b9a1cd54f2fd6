import { ShieldAlert } from "lucide-react";
import { mustBeSeen } from "#components/cards/press/use-seen.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** What became stricter after the card opened. Empty where nothing did. */
export function CardChanges({ changes }: { changes: readonly string[] | undefined }) {
  const say = useSay(cardWords);
  const reword = useReword();
  if (changes === undefined) return null;
  return (
    <ul
      // Other changes have not been seen yet.
      key={changes.join("\n")}
      {...mustBeSeen}
      aria-label={say("changedSinceThisCardOpened")}
      className="mx-4 my-3 flex flex-col gap-1 rounded-md border border-amber bg-amber-soft px-3 py-2 text-small sm:mx-5"
    >
      {changes.map((sentence) => (
        <li key={sentence} className="flex gap-2">
          <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber" strokeWidth={1.75} />
          <span className="min-w-0">{reword(sentence)}</span>
        </li>
      ))}
    </ul>
  );
}
