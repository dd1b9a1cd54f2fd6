import { ChevronRight } from "lucide-react";

/** What the model thought before it answered; folded away, plain text. */
export function Reasoning({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <details className="group/reasoning text-small">
      <summary className="inline-flex list-none items-center gap-1.5 rounded-sm text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-3.5 transition-transform duration-150 group-open/reasoning:rotate-90"
          strokeWidth={1.75}
        />
        {streaming ? "Reasoning, still going" : "Reasoning"}
      </summary>
      <div className="mt-2 border-l border-line pl-4 whitespace-pre-wrap text-muted">{text}</div>
    </details>
  );
}
