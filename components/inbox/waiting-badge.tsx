import { useSay } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";
/** How many cards wait. */
export function WaitingBadge({ count }: { count: number }) {
  const say = useSay(inboxWords);
  return (
    <span className="inline-flex min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-fine font-medium text-accent-ink">
      {count}
      <span className="sr-only"> {say("cardsWait", { count })}</span>
    </span>
  );
}
