"use client";

import { lazy, Suspense, useState } from "react";
import type { Suggestion } from "#lib/policies/changes/policy-overview.ts";
import type { KnownTool } from "#lib/policies/drafts/unmatched-patterns.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { policyServer } from "./policy-server.ts";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

const RuleEditor = lazy(async () => ({ default: (await import("./rule-editor.tsx")).RuleEditor }));

type Props = { suggestions: Suggestion[]; known: readonly KnownTool[]; onDone: () => void };

/** For owners. Calls that were approved unchanged so often that a rule could answer. Each goes through the same rehearsal. */
export function SuggestionList({ suggestions, known, onDone }: Props) {
  const say = useSay(policyWords);
  return (
    <section aria-labelledby="suggestions" className="flex flex-col gap-4">
      <div className="flex max-w-[40rem] flex-col gap-1">
        <h2 id="suggestions" className="font-serif text-title">
          {say("suggestions")}
        </h2>
        <p className="text-muted">{say("theseCallsWereApprovedAs")}</p>
      </div>
      <ul className="flex flex-col border-t border-line">
        {suggestions.map((suggestion) => (
          <li key={suggestion.key} className="flex flex-col gap-3 border-b border-line py-3">
            <SuggestedRule suggestion={suggestion} known={known} onDone={onDone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SuggestedRule({ suggestion, known, onDone }: { suggestion: Suggestion } & Omit<Props, "suggestions">) {
  const say = useSay(policyWords);
  const { key, server, tool, argumentsJson, approvals, text } = suggestion;
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const dismiss = async () => {
    setProblem(null);
    const done = await policyServer.dismiss(key, tool);
    if ("problem" in done) setProblem(done.problem);
    else onDone();
  };
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p>
            {say.rich("toolOfServerApprovedApprovals", {
              tool: <VisibleText text={tool} />,
              server: <VisibleText text={server} />,
              approvals,
            })}
          </p>
          <code className="block font-mono text-small break-all text-muted">
            <VisibleText text={argumentsJson} />
          </code>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button look="quiet" tight onClick={() => void dismiss()}>
            {say("dismiss")}
          </Button>
          {open ? null : (
            <Button tight onClick={() => setOpen(true)}>
              {say("seeTheRule")}
            </Button>
          )}
        </div>
      </div>
      <ProblemLine problem={problem} />
      {open ? (
        <Suspense fallback={<p className="text-muted">{say("oneMoment")}</p>}>
          <RuleEditor from={{ text }} known={known} mayLoosen onSaved={onDone} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
