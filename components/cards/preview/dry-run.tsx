import type { PreviewShown } from "#lib/approvals/preview/preview.ts";
import { ScrollBox } from "#components/cards/press/scroll-box.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** What a dry run said. */
export function DryRun({ tool, text, leftOut, isError }: Extract<PreviewShown, { kind: "dry-run" }>) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted">
        {isError ? "The dry run ended with an error" : "The dry run said"}, by{" "}
        <code className="font-mono">
          <VisibleText text={tool} />
        </code>
        :
      </p>
      <ScrollBox label="the dry run" expanded={false}>
        <p
          dir="auto"
          className="border-s-2 border-line-strong ps-3 font-mono text-fine [overflow-wrap:anywhere] whitespace-pre-wrap"
        >
          <VisibleText text={text === "" ? "(nothing)" : text} />
        </p>
      </ScrollBox>
      {leftOut === 0 ? null : <p className="font-semibold text-amber">{leftOut} more characters are not shown.</p>}
    </div>
  );
}
