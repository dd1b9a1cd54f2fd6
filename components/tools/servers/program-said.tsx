import { readableText } from "#lib/untrusted/visible-text.ts";
import type { ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import { ScrollArea } from "#components/ui/scroll-area.tsx";

/** What a program writes on stderr, folded away: it says why a program failed, and else is of little use. */
export function ProgramSaid({ said: { now, before } }: { said: NonNullable<ServerOnPage["said"]> }) {
  return (
    <details className="text-small">
      <summary className="w-fit cursor-pointer text-muted">What the program wrote</summary>
      <div className="mt-2 flex flex-col gap-3">
        <Lines label="This process" lines={now} />
        {before.length === 0 ? null : <Lines label="The process before it" lines={before} />}
      </div>
    </details>
  );
}

function Lines({ label, lines }: { label: string; lines: string[] }) {
  return (
    <div>
      <p className="mb-1 text-fine text-muted">{label}</p>
      <ScrollArea label={label} className="max-h-72 rounded-sm bg-sunk">
        <pre dir="ltr" className="p-2 font-mono text-fine whitespace-pre-wrap wrap-anywhere [unicode-bidi:isolate]">
          {lines.length === 0 ? "nothing" : readableText(lines.join("\n"))}
        </pre>
      </ScrollArea>
    </div>
  );
}
