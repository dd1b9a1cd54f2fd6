"use client";

import { useEffect, useState } from "react";
import type { FormField } from "#lib/elicitation/form.ts";
import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import { sortProblems } from "#components/cards/parts/sort-problems.ts";
import { initialAnswer, type RawAnswer, readAnswers } from "./answers.ts";
import { FormInput } from "./form-input.tsx";
import type { SheetResult } from "./use-sheet.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  fields: FormField[];
  /** What this app's server found wrong with the last attempt. */
  problems: FieldProblem[];
  showProblems: boolean;
  readOnly: boolean;
  bodyRef: (body: HTMLElement | null) => void;
  onChange: (result: SheetResult) => void;
};

/** The fields of a server's form, and on request what exactly will be sent. Loaded only when there is a form. */
export function FormFields({ fields, problems, showProblems, readOnly, bodyRef, onChange }: Props) {
  const say = useSay(cardWords);
  const reword = useReword();
  const [answers, setAnswers] = useState<readonly RawAnswer[]>(() => fields.map(initialAnswer));
  const read = readAnswers(fields, answers, say);
  const content = "content" in read ? read.content : null;
  const contentText = content === null ? null : JSON.stringify(content, null, 2);

  useEffect(() => {
    onChange({ content });
    // The text stands for the object, which is new on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [contentText, onChange]);

  const own = "problems" in read ? read.problems : [];
  const { byKey, others } = sortProblems(
    [...(showProblems ? own.map((each) => ({ ...each, message: reword(each.message) })) : []), ...problems],
    fields.map(({ name }) => name),
  );
  return (
    <div ref={bodyRef} className="flex flex-col gap-5 border-t border-line pt-4">
      {fields.map((field, at) => (
        <FormInput
          key={field.name}
          field={field}
          answer={answers[at] ?? null}
          problems={byKey.get(field.name) ?? []}
          readOnly={readOnly}
          onChange={(answer) => setAnswers(answers.with(at, answer))}
        />
      ))}
      {others.length === 0 ? null : (
        <ul className="text-small text-red">
          {others.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <VisibleText text={path === "" ? message : `${path}: ${message}`} />
            </li>
          ))}
        </ul>
      )}
      <details className="text-small">
        <summary className="flex min-h-11 items-center font-semibold text-accent underline underline-offset-4">
          {say("whatWillBeSent")}
        </summary>
        <pre dir="ltr" className="font-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
          <VisibleText text={contentText ?? say("nothingYetAnAnswerIs")} />
        </pre>
      </details>
    </div>
  );
}
