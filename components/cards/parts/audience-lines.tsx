import { PenLine, Users } from "lucide-react";
import type { Audience } from "#lib/people/audience.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** Who asks, who is waited for, and who has signed already. Nothing where the person who chats answers alone. */
export function AudienceLines({ audience }: { audience: Audience | undefined }) {
  const say = useSay(cardWords);
  const reword = useReword();
  if (audience === undefined) return null;
  const { askedBy, words, signatures } = audience;
  return (
    <div className="mx-4 my-3 flex flex-col gap-1.5 rounded-md border border-line bg-sunk px-3 py-2 text-small sm:mx-5">
      <p className="flex gap-2">
        <Users aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" strokeWidth={1.75} />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {askedBy === null ? null : (
            <>{say.rich("askedbyAsks", { askedBy: <VisibleText text={reword(askedBy)} /> })} </>
          )}
          <VisibleText text={reword(words)} />
        </span>
      </p>
      {signatures.length === 0 ? null : (
        <ul aria-label={say("signatures")} className="flex flex-col gap-1">
          {signatures.map(({ by, at, mine }) => (
            <li key={`${by} ${at}`} className="flex items-baseline gap-2">
              <PenLine aria-hidden="true" className="size-4 shrink-0 self-center text-green" strokeWidth={1.75} />
              <span className="min-w-0 font-serif text-base italic [overflow-wrap:anywhere]">
                {mine ? say("you") : <VisibleText text={by} />}
              </span>
              <span className="text-muted">{say.rich("signedAtValue", { value: <ClockTime at={at} /> })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
