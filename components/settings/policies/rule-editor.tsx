"use client";

import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { savingLoosens } from "#lib/policies/changes/saving-loosens.ts";
import { useQuestion } from "#components/tools/use-question.tsx";
import { policyServer, type TriedRule } from "./policy-server.ts";
import { RuleRehearsalView } from "./rehearsal-view.tsx";
import { VerdictBadge } from "./verdict-badge.tsx";

const example = `id: small-refunds
tool: refund
when: args.amount <= 100
then: allow
`;

type Props = { initial?: string; onSaved: () => void; onClose: () => void };

/** A rule as text. It is saved only after it was tried on the recorded calls, exactly as it was tried. */
export function RuleEditor({ initial = example, onSaved, onClose }: Props) {
  const id = useId();
  const [text, setText] = useState(initial);
  const [tried, setTried] = useState<(TriedRule & { text: string }) | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isTried = tried?.text === text;
  const { ask, question } = useQuestion();
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    await work();
    setBusy(false);
  };
  const rehearse = () =>
    attempt(async () => {
      const done = await policyServer.tryRule(text);
      if ("problem" in done) setProblem(done.problem);
      else setTried({ ...done.result, text });
    });
  const save = () =>
    attempt(async () => {
      const loosens = tried === null ? null : savingLoosens(tried);
      if (loosens !== null && !(await ask(loosens))) return;
      const done = await policyServer.saveRule(text);
      if ("problem" in done) setProblem(done.problem);
      else onSaved();
    });
  return (
    <div className="flex flex-col gap-4 rounded-md border border-line bg-sheet p-4">
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="font-medium">
          Rule
        </label>
        <p id={`${id}-hint`} className="text-small text-muted">
          As in policy.yaml: an id, what it fits (server, tool, annotations, risk, role, when) and{" "}
          <code className="font-mono text-fine">then: allow</code>, <code className="font-mono text-fine">ask</code> or{" "}
          <code className="font-mono text-fine">deny</code>.
        </p>
        <textarea
          id={id}
          aria-describedby={`${id}-hint`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          rows={6}
          maxLength={5_000}
          spellCheck={false}
          className="field-sizing-content max-h-[50dvh] min-h-36 w-full resize-none rounded-md border border-line-strong bg-paper px-3 py-2 font-mono text-small"
        />
      </div>
      {problem === null ? null : (
        <p role="alert" className="text-small whitespace-pre-line text-red">
          {problem}
        </p>
      )}
      {isTried && tried !== null ? (
        <div aria-live="polite" className="flex flex-col gap-4">
          <p className="flex items-start gap-3">
            <VerdictBadge verdict={tried.verdict} />
            <span className="min-w-0 break-words">{tried.words}</span>
          </p>
          <RuleRehearsalView rehearsal={tried.rehearsal} ofOwnCalls={tried.ofOwnCalls} />
        </div>
      ) : null}
      {question}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Discard
        </Button>
        <Button
          look={isTried ? "secondary" : "primary"}
          disabled={busy || text.trim() === ""}
          onClick={() => void rehearse()}
        >
          Try it on recorded calls
        </Button>
        {isTried ? (
          <Button look="primary" disabled={busy} onClick={() => void save()}>
            Save the rule
          </Button>
        ) : null}
      </div>
    </div>
  );
}
