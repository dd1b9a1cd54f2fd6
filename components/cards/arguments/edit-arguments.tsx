"use client";

import { useEffect, useId, useRef, useState } from "react";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import {
  type DraftField,
  draftOf,
  type EditResult,
  isChanged,
  isSameJson,
  readDraft,
  readJsonObject,
} from "./edit-draft.ts";
import { EditField } from "./edit-field.tsx";
import { sortProblems } from "#components/cards/parts/sort-problems.ts";
import { FieldShell, inputLook } from "#components/ui/field-shell.tsx";
import { HiddenInInput, VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { type CardSay, cardWords } from "#components/cards/words.en.ts";

type Props = {
  proposed: JsonObject;
  schema: JsonObject;
  /** What the server found wrong with the last attempt. */
  problems: FieldProblem[];
  /** Whether to mark fields that cannot be read; false until the person has pressed a button. */
  showProblems: boolean;
  readOnly: boolean;
  onChange: (result: EditResult) => void;
  /** For arguments that nobody proposed: what the form begins with. Then no field is marked as changed. */
  start?: JsonObject;
  /** What the form is for, in a sentence. */
  says?: string;
};

/** The arguments as a form drawn from their JSON Schema, or as JSON text. Loaded only when somebody edits. */
export function EditArguments({ proposed, schema, problems, showProblems, readOnly, onChange, start, says }: Props) {
  const say = useSay(cardWords);
  const id = useId();
  const [fields, setFields] = useState(() => draftOf(proposed, schema, start));
  const [json, setJson] = useState<string | null>(null);
  const read = json === null ? readDraft(fields, say) : readJson(json, say);
  const current = "arguments" in read ? read.arguments : null;
  const changed = current === null || !isSameJson(current, proposed);
  const currentText = JSON.stringify(current);

  useEffect(() => {
    onChange({ arguments: current, changed });
    // The text stands for the object, which is new on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [currentText, changed, onChange]);

  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The buttons keep their place on the screen, so on a small one the fields would open out of view.
    body.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }, []);

  const shown = [...(showProblems && "problems" in read ? read.problems : []), ...problems];
  const { byKey, others } = sortProblems(shown, json === null ? fields.map(({ key }) => key) : []);
  const change = (next: DraftField) => setFields(fields.map((field) => (field.key === next.key ? next : field)));
  const toggle = () => {
    if (json === null) return setJson(JSON.stringify(current ?? proposed, null, 2));
    if (current === null) return;
    setFields(draftOf(proposed, schema, current));
    setJson(null);
  };

  return (
    <div>
      <div className="flex min-h-11 items-center justify-between gap-4 text-small">
        <p className="text-muted">{says ?? say("whatRunsIsWhatStands")}</p>
        <button
          type="button"
          aria-pressed={json !== null}
          aria-disabled={current === null}
          onClick={() => (current === null ? undefined : toggle())}
          className="-me-2 min-h-11 shrink-0 px-2 font-semibold text-accent underline underline-offset-4 aria-disabled:opacity-55"
        >
          {say("json")}
        </button>
      </div>
      <div ref={body} className="flex flex-col gap-4 border-y border-line py-4">
        {json === null ? (
          fields.map((field) => (
            <EditField
              key={field.key}
              field={field}
              isChanged={start === undefined && isChanged(field)}
              problems={byKey.get(field.key) ?? []}
              readOnly={readOnly}
              onChange={change}
            />
          ))
        ) : (
          <FieldShell id={`${id}json`} label={say("argumentsAsJson")} problems={others.map(wordsOf)}>
            {(aria) => (
              <>
                <textarea
                  {...aria}
                  id={`${id}json`}
                  dir="ltr"
                  rows={10}
                  spellCheck={false}
                  readOnly={readOnly}
                  value={json}
                  onChange={(event) => setJson(event.target.value)}
                  className={`${inputLook} font-mono text-small`}
                />
                {/* Spaces at the start of a line of JSON are only indentation. */}
                <HiddenInInput text={json.replaceAll(/^[ \t]+/gm, "")} />
              </>
            )}
          </FieldShell>
        )}
        {json === null && others.length > 0 ? (
          <ul className="text-small text-red">
            {others.map((problem) => (
              <li key={wordsOf(problem)}>
                <VisibleText text={wordsOf(problem)} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}

function readJson(text: string, say: CardSay): { arguments: JsonObject } | { problems: FieldProblem[] } {
  const read = readJsonObject(text, say);
  return "problem" in read ? { problems: [{ path: "", message: read.problem }] } : read;
}

function wordsOf({ path, message }: FieldProblem): string {
  return path === "" ? message : `${path}: ${message}`;
}
