"use client";

import { useId, useMemo, useState } from "react";
import type { Foresight } from "#lib/policies/changes/foreseen.ts";
import { savingLoosens } from "#lib/policies/changes/saving-loosens.ts";
import { plainSentence } from "#lib/policies/drafts/plain-sentence.ts";
import {
  emptyForm,
  formOfText,
  problemsOf,
  type RuleForm,
  suggestedName,
  textOfForm,
} from "#lib/policies/drafts/rule-form.ts";
import { type KnownTool, unmatchedPatterns } from "#lib/policies/drafts/unmatched-patterns.ts";
import { readableText } from "#lib/untrusted/visible-text.ts";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";
import { useQuestion } from "#components/tools/use-question.tsx";
import { Button } from "#components/ui/button.tsx";
import { RuleFormView } from "#components/settings/policies/form/rule-form-view.tsx";
import { RuleSentence } from "#components/settings/policies/form/rule-sentence.tsx";
import { policyServer, type TriedRule } from "./policy-server.ts";
import { RuleRehearsalView } from "./rehearsal-view.tsx";
import { UnmatchedNote } from "./unmatched-note.tsx";
import { useReword, useSpeech, useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

/** A rule to begin with: as a text, or for a tool. */
export type DraftFrom = { text: string } | { server: string; tool: string };

type Props = {
  from: DraftFrom;
  known: readonly KnownTool[];
  mayLoosen: boolean;
  onSaved: () => void;
  onClose: () => void;
};

/**
 * A rule as a form, or as the text that the form writes. It is saved only after it was tried on the recorded calls,
 * exactly as it was tried.
 */
export function RuleEditor({ from, known, mayLoosen, onSaved, onClose }: Props) {
  const say = useSay(policyWords);
  const reword = useReword();
  const speech = useSpeech();
  const [begin] = useState(() => beginWith(from));
  /** Null while the text is edited. */
  const [form, setForm] = useState<RuleForm | null>(begin.form);
  const [named, setNamed] = useState(begin.form === null || "text" in from);
  const [typed, setTyped] = useState(begin.text);
  const [tried, setTried] = useState<(TriedRule & { text: string }) | null>(null);
  const [problem, setProblem] = useState<{ text: string; says: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [foresight] = useFresh<Foresight | null>({
    initial: null,
    read: () => readJson<Foresight>("/api/policy/will-it-ask?caller=chat"),
    concerns: ({ type }) => type === "servers" || type === "resync",
    key: "read",
  });
  const text = form === null ? typed : textOfForm(form);
  const read = useMemo(() => formOfText(text), [text]);
  const missing = form === null ? [] : problemsOf(form);
  const isTried = tried?.text === text && missing.length === 0;
  const { ask, question } = useQuestion();
  const attempt = async (work: () => Promise<string | null>) => {
    setBusy(true);
    setProblem(null);
    const says = await work();
    if (says !== null) setProblem({ text, says });
    setBusy(false);
  };
  const rehearse = () =>
    attempt(async () => {
      const done = await policyServer.tryRule(text);
      if ("problem" in done) return done.problem;
      setTried({ ...done.result, text });
      return null;
    });
  const save = () =>
    attempt(async () => {
      const loosens =
        "rule" in read ? savingLoosens({ verdict: read.rule.verdict, words: plainSentence(read.rule, speech) }) : null;
      if (loosens !== null && !(await ask(loosens))) return null;
      const done = await policyServer.saveRule(text);
      if ("problem" in done) return done.problem;
      onSaved();
      return null;
    });
  return (
    <div className="flex min-w-0 flex-col gap-5 rounded-md border border-line bg-sheet p-4">
      <div role="group" aria-label={say("writeTheRuleAs")} className="flex gap-2">
        <Button
          tight
          look={form === null ? "quiet" : "secondary"}
          aria-pressed={form !== null}
          disabled={form === null && !("form" in read)}
          onClick={() => {
            if (form === null && "form" in read) setForm(read.form);
          }}
        >
          {say("form")}
        </Button>
        <Button
          tight
          look={form === null ? "secondary" : "quiet"}
          aria-pressed={form === null}
          onClick={() => {
            setTyped(text);
            setForm(null);
            setNamed(true);
          }}
        >
          {say("yaml")}
        </Button>
      </div>
      {form === null ? (
        <RuleText text={typed} onChange={setTyped} />
      ) : (
        <RuleFormView
          form={form}
          known={known}
          foresight={foresight}
          mayLoosen={mayLoosen}
          onChange={(changes) => {
            const isNamed = named || "id" in changes;
            setNamed(isNamed);
            const next = { ...form, ...changes };
            setForm(isNamed ? next : { ...next, id: suggestedName(next) });
          }}
        />
      )}
      {form === null && "whyNot" in read ? (
        <p className="text-small text-muted wrap-anywhere">
          {say.rich("theFormCannotShowThis", { whyNot: readableText(reword(read.whyNot)) })}
        </p>
      ) : null}
      {form === null && "rule" in read ? (
        <UnmatchedNote unmatched={unmatchedPatterns(known)(read.rule)} server={read.rule.server} />
      ) : null}
      {missing.length > 0 ? (
        <ul className="text-small text-muted">
          {missing.map((each) => (
            <li key={each}>{reword(each)}</li>
          ))}
        </ul>
      ) : "rule" in read ? (
        <RuleSentence rule={read.rule} />
      ) : (
        <ul className="text-small text-red">
          {read.problems.map(({ line, message }) => (
            <li key={`${line} ${message}`} className="wrap-anywhere">
              {form === null ? `${say("lineLine", { line })} ` : ""}
              {readableText(reword(message))}.
            </li>
          ))}
        </ul>
      )}
      {problem?.text === text ? (
        <p role="alert" className="text-small whitespace-pre-line text-red">
          {readableText(problem.says)}
        </p>
      ) : null}
      {isTried && tried !== null ? (
        <div aria-live="polite" className="flex flex-col gap-4">
          <RuleRehearsalView rehearsal={tried.rehearsal} ofOwnCalls={tried.ofOwnCalls} />
        </div>
      ) : null}
      {question}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {say("discard")}
        </Button>
        <Button
          look={isTried ? "secondary" : "primary"}
          disabled={busy || !("rule" in read) || missing.length > 0}
          onClick={() => void rehearse()}
        >
          {say("tryItOnRecordedCalls")}
        </Button>
        {isTried ? (
          <Button look="primary" disabled={busy} onClick={() => void save()}>
            {say("saveTheRule")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function beginWith(from: DraftFrom): { form: RuleForm | null; text: string } {
  if ("text" in from) {
    const read = formOfText(from.text);
    return { form: "form" in read ? read.form : null, text: from.text };
  }
  const { server, tool } = from;
  const form = { ...emptyForm, server, tools: tool === "" ? [] : [tool] };
  return { form: { ...form, id: suggestedName(form) }, text: "" };
}

function RuleText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const say = useSay(policyWords);
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {say("rule")}
      </label>
      <p id={`${id}-hint`} className="text-small text-muted">
        {say.rich("asInPolicyYamlAn", {
          code: (held) => <code className="font-mono text-fine">{held}</code>,
          code2: (held) => <code className="font-mono text-fine">{held}</code>,
          code3: (held) => <code className="font-mono text-fine">{held}</code>,
        })}
      </p>
      <textarea
        id={id}
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        rows={6}
        maxLength={5_000}
        spellCheck={false}
        className="field-sizing-content max-h-[50dvh] min-h-36 w-full resize-none rounded-md border border-line-strong bg-paper px-3 py-2 font-mono text-small"
      />
    </div>
  );
}
