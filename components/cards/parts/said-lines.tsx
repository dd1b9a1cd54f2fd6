import { Bot } from "lucide-react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** Who asks from elsewhere: only its key is known, the rest it says of itself. */
export function SaidLines({ agent, keyName, cwd, summary }: NonNullable<ApprovalView["said"]>) {
  const say = useSay(cardWords);
  return (
    <div className="flex flex-col gap-1 text-small text-muted">
      <p className="flex gap-2">
        <Bot aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {say.rich("askedWithTheKeyKeyname", {
            keyName: (
              <strong className="font-semibold text-ink">
                “<VisibleText text={keyName} />”
              </strong>
            ),
            agent: (
              <strong className="font-semibold text-ink">
                “<VisibleText text={agent} />”
              </strong>
            ),
          })}
        </span>
      </p>
      {cwd === null ? null : (
        <p className="[overflow-wrap:anywhere]">
          {say.rich("theFolderAsItSays", {
            cwd: (
              <code className="font-mono text-fine text-ink">
                <VisibleText text={cwd} />
              </code>
            ),
          })}
        </p>
      )}
      {summary === null ? null : (
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {say.rich("whatItDoesAsIt", { summary: <VisibleText text={summary} /> })}
        </p>
      )}
    </div>
  );
}
