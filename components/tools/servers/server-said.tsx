"use client";

import { useState, type ReactNode } from "react";
import { readableText } from "#lib/untrusted/visible-text.ts";
import type { Excerpt, SaidOnPage, ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { refusalOf, request } from "#components/browser/request.ts";
import { useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

type Props = { serverId: string; said: NonNullable<ServerOnPage["said"]> };

/** What a server writes beside its answers, folded away: it says why something failed, and else is of little use. */
export function ServerSaid({ serverId, said }: Props) {
  const say = useSay(toolWords);
  const { now, before, logged } = said;
  const lines = (what: keyof SaidOnPage, label: string) => (
    <Lines label={label} ends={said[what]} readAll={async () => (await readSaid(serverId))?.[what] ?? said[what]} />
  );
  return (
    <>
      {now.first.length + before.first.length === 0 ? null : (
        <Folded label={say("whatTheProgramWrote")}>
          {lines("now", say("thisProcess"))}
          {before.first.length === 0 ? null : lines("before", say("theProcessBefore"))}
        </Folded>
      )}
      {logged.first.length === 0 ? null : (
        <Folded label={say("whatTheServerLogs")}>{lines("logged", say("sinceThisAppStarted"))}</Folded>
      )}
    </>
  );
}

/** Rejects with a sentence. */
async function readSaid(serverId: string): Promise<SaidOnPage | null> {
  const response = await request("GET", `/api/servers/said?id=${encodeURIComponent(serverId)}`);
  if (!response.ok) throw new Error(await refusalOf(response));
  // Our own server answers 200 with exactly this.
  return ((await response.json()) as { said: SaidOnPage | null }).said;
}

function Folded({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="text-small">
      <summary className="w-fit cursor-pointer text-muted">{label}</summary>
      <div className="mt-2 flex flex-col gap-3">{children}</div>
    </details>
  );
}

function Lines({ label, ends, readAll }: { label: string; ends: Excerpt; readAll: () => Promise<Excerpt> }) {
  const say = useSay(toolWords);
  const [all, setAll] = useState<Excerpt | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { first, between, last } = all ?? ends;
  const toggle = async () => {
    setProblem(null);
    if (all !== null) return setAll(null);
    try {
      setAll(await readAll());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="flex flex-col gap-1">
      <p className="text-fine text-muted">{label}</p>
      <ScrollArea label={label} className="max-h-72 rounded-sm bg-sunk">
        {first.length === 0 ? <Written text={say("nothing")} /> : <Written text={readableText(first.join("\n"))} />}
        {between === 0 ? null : (
          <p className="px-2 text-fine text-muted">
            {say(all === null ? "linesBetween" : "linesNotKept", { lines: between })}
          </p>
        )}
        {last.length === 0 ? null : <Written text={readableText(last.join("\n"))} />}
      </ScrollArea>
      {ends.between === 0 && all === null ? null : (
        <div>
          <Button
            tight
            look="quiet"
            aria-label={say(all === null ? "showAllOf" : "showLessOf", { label })}
            onClick={() => void toggle()}
          >
            {say(all === null ? "showAll" : "showLess")}
          </Button>
        </div>
      )}
      <ProblemLine problem={problem} />
    </div>
  );
}

function Written({ text }: { text: string }) {
  return (
    <pre dir="ltr" className="p-2 font-mono text-fine whitespace-pre-wrap wrap-anywhere [unicode-bidi:isolate]">
      {text}
    </pre>
  );
}
