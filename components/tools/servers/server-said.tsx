import type { ReactNode } from "react";
import { readableText } from "#lib/untrusted/visible-text.ts";
import type { ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

/** What a server writes beside its answers, folded away: it says why something failed, and else is of little use. */
export function ServerSaid({ said: { now, before, logged } }: { said: NonNullable<ServerOnPage["said"]> }) {
  const say = useSay(toolWords);
  return (
    <>
      {now.length + before.length === 0 ? null : (
        <Folded label={say("whatTheProgramWrote")}>
          <Lines label={say("thisProcess")} lines={now} />
          {before.length === 0 ? null : <Lines label={say("theProcessBefore")} lines={before} />}
        </Folded>
      )}
      {logged.length === 0 ? null : (
        <Folded label={say("whatTheServerLogs")}>
          <Lines label={say("sinceThisAppStarted")} lines={logged} />
        </Folded>
      )}
    </>
  );
}

function Folded({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="text-small">
      <summary className="w-fit cursor-pointer text-muted">{label}</summary>
      <div className="mt-2 flex flex-col gap-3">{children}</div>
    </details>
  );
}

function Lines({ label, lines }: { label: string; lines: string[] }) {
  const say = useSay(toolWords);
  return (
    <div>
      <p className="mb-1 text-fine text-muted">{label}</p>
      <ScrollArea label={label} className="max-h-72 rounded-sm bg-sunk">
        <pre dir="ltr" className="p-2 font-mono text-fine whitespace-pre-wrap wrap-anywhere [unicode-bidi:isolate]">
          {lines.length === 0 ? say("nothing") : readableText(lines.join("\n"))}
        </pre>
      </ScrollArea>
    </div>
  );
}
