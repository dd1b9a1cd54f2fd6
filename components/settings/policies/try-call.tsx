"use client";

import { useCallback, useState } from "react";
import type { Foreseen, ForeseenTool } from "#lib/policies/changes/foreseen.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { EditArguments } from "#components/cards/arguments/edit-arguments.tsx";
import type { EditResult } from "#components/cards/arguments/edit-draft.ts";
import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import type { Rights } from "#components/tools/rights.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { SelectField } from "#components/ui/text-field.tsx";
import { DecidedBy } from "./decided-by.tsx";
import { ForeseenBadge } from "./foreseen-badge.tsx";
import { sampleArguments } from "./sample-arguments.ts";
import { policyServer } from "./policy-server.ts";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

type Props = {
  tools: ForeseenTool[];
  caller: string;
  callerName: string;
  chosen: string | null;
  rights: Rights;
  onChoose: (wireName: string) => void;
  onChanged: () => void;
};

const none = {};

/** A call that one types in, with the same answer. Nothing of it runs. Key it by the tool that was chosen. */
export function TryCall({ tools, caller, callerName, chosen, rights, onChoose, onChanged }: Props) {
  const say = useSay(policyWords);
  const tool = tools.find(({ wireName }) => wireName === chosen) ?? tools[0];
  const [edited, setEdited] = useState<EditResult>({ arguments: null, changed: false });
  const [showProblems, setShowProblems] = useState(false);
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ answer: Foreseen; of: string } | null>(null);
  const change = useCallback((result: EditResult) => {
    setEdited(result);
    setProblems([]);
    setProblem(null);
  }, []);
  if (tool === undefined) return null;
  const asked = JSON.stringify([tool.wireName, caller, edited.arguments]);
  const ask = async () => {
    setShowProblems(true);
    setProblem(null);
    if (edited.arguments === null) return;
    setBusy(true);
    const done = await policyServer.willItAsk({ tool: tool.wireName, arguments: edited.arguments, caller });
    setBusy(false);
    setTold(null);
    if ("fields" in done) setProblems(done.fields);
    else if ("problem" in done) setProblem(done.problem);
    else setTold({ answer: done.result, of: asked });
  };
  return (
    <section aria-labelledby="try-call" className="flex flex-col gap-4 border-t border-line pt-6">
      <div className="flex max-w-[40rem] flex-col gap-1">
        <h2 id="try-call" className="font-serif text-title">
          {say("tryACall")}
        </h2>
        <p className="text-muted">{say("nothingRunsAndNothingIs")}</p>
      </div>
      <SelectField
        label={say("tool")}
        value={tool.wireName}
        onChange={({ target }) => onChoose(target.value)}
        options={tools.map(({ wireName, title, server }) => [
          wireName,
          visibleText(say("titleOnServer", { title, server: server.title })),
        ])}
      />
      {chosen === null ? (
        <div>
          <Button onClick={() => onChoose(tool.wireName)}>{say("fillInItsArguments")}</Button>
        </div>
      ) : (
        <>
          <EditArguments
            proposed={none}
            start={sampleArguments(tool.inputSchema)}
            schema={tool.inputSchema}
            says={say("theAnswerIsForExactly")}
            problems={problems}
            showProblems={showProblems}
            readOnly={busy}
            onChange={change}
          />
          <ProblemLine problem={problem} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button look="primary" disabled={busy} onClick={() => void ask()}>
              {say("willItAsk")}
            </Button>
          </div>
        </>
      )}
      <div aria-live="polite">
        {told === null || told.of !== asked ? null : (
          <div className="flex flex-col gap-3 rounded-md border border-line bg-sheet p-4">
            <p className="flex flex-wrap items-center gap-3">
              <ForeseenBadge answer={told.answer} />
              <span className="text-small text-muted">{say("calledBy", { caller: callerName })}</span>
            </p>
            <DecidedBy
              answer={told.answer}
              tool={tool}
              rights={rights}
              onChanged={() => (setTold(null), onChanged())}
            />
          </div>
        )}
      </div>
    </section>
  );
}
