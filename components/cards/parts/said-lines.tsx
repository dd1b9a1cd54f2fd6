import { Bot } from "lucide-react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** Who asks from elsewhere: only its key is known, the rest it says of itself. */
export function SaidLines({ agent, keyName, cwd, summary }: NonNullable<ApprovalView["said"]>) {
  return (
    <div className="flex flex-col gap-1 text-small text-muted">
      <p className="flex gap-2">
        <Bot aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          Asked with the key{" "}
          <strong className="font-semibold text-ink">
            “<VisibleText text={keyName} />”
          </strong>{" "}
          by an agent that calls itself{" "}
          <strong className="font-semibold text-ink">
            “<VisibleText text={agent} />”
          </strong>
          . It runs this itself, outside Countersign.
        </span>
      </p>
      {cwd === null ? null : (
        <p className="[overflow-wrap:anywhere]">
          The folder, as it says:{" "}
          <code className="font-mono text-fine text-ink">
            <VisibleText text={cwd} />
          </code>
        </p>
      )}
      {summary === null ? null : (
        <p dir="auto" className="[overflow-wrap:anywhere]">
          What it does, as it says: “<VisibleText text={summary} />”
        </p>
      )}
    </div>
  );
}
