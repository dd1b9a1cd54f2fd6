import type { PreviewShown } from "#lib/approvals/preview/preview.ts";
import { ScrollBox } from "#components/cards/press/scroll-box.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** What a dry run said. */
export function DryRun({ tool, text, leftOut, isError }: Extract<PreviewShown, { kind: "dry-run" }>) {
  const say = useSay(cardWords);
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted">
        {say.rich("theDryRunEndedWith", {
          isError: isError ? "yes" : "no",
          tool: (
            <code className="font-mono">
              <VisibleText text={tool} />
            </code>
          ),
        })}
      </p>
      <ScrollBox label={say("theDryRun")} expanded={false}>
        <p
          dir="auto"
          className="border-s-2 border-line-strong ps-3 font-mono text-fine [overflow-wrap:anywhere] whitespace-pre-wrap"
        >
          <VisibleText text={text === "" ? say("nothing") : text} />
        </p>
      </ScrollBox>
      {leftOut === 0 ? null : (
        <p className="font-semibold text-amber">{say.rich("leftoutMoreCharactersAreNot", { leftOut })}</p>
      )}
    </div>
  );
}
