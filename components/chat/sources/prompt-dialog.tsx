"use client";

import { useEffect, useId, useState, type FormEvent } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { FieldShell, inputLook } from "#components/ui/field-shell.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import type { FilledPrompt, ListedPrompt } from "#lib/chat/source-list.ts";
import { readableText, visibleText } from "#lib/untrusted/visible-text.ts";
import { fillPrompt, suggestValues } from "./read-sources.ts";

type Props = { prompt: ListedPrompt; onFilled: (filled: FilledPrompt) => void; onClose: () => void };

/** Asks for the arguments of a prompt. What its server makes of them goes into the message, to be read and changed. */
export function PromptDialog({ prompt, onFilled, onClose }: Props) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const fill = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const given = Object.entries(values).filter(([, value]) => value !== "");
      onFilled(await fillPrompt(prompt, Object.fromEntries(given)));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={visibleText(prompt.title)} onClose={onClose}>
      {prompt.description === "" ? null : <p className="mt-2 wrap-anywhere">{readableText(prompt.description)}</p>}
      <p className="mt-2 text-small wrap-anywhere text-muted">
        {visibleText(prompt.server)} makes a text of it, which you can change before you send it.
      </p>
      <form className="mt-4 flex flex-col gap-4" onSubmit={(event) => void fill(event)}>
        {prompt.arguments.map((argument) => (
          <Value
            key={argument.name}
            prompt={prompt}
            argument={argument}
            values={values}
            onChange={(value) => setValues({ ...values, [argument.name]: value })}
          />
        ))}
        <ProblemLine problem={problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={(event) => event.currentTarget.closest("dialog")?.close()}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={busy}>
            Put into your message
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Typing pauses for so long before the server is asked for suggestions, ms. */
const pauseMs = 200;

type ValueProps = {
  prompt: ListedPrompt;
  argument: ListedPrompt["arguments"][number];
  values: Record<string, string>;
  onChange: (value: string) => void;
};

function Value({ prompt, argument: { name, description, isRequired }, values, onChange }: ValueProps) {
  const id = useId();
  const value = values[name] ?? "";
  const [suggested, setSuggested] = useState<string[]>([]);
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (!touched) return;
    const over = new AbortController();
    const { [name]: _, ...given } = values;
    const timer = setTimeout(() => {
      // A value can be typed without suggestions.
      suggestValues(prompt, { name, value, given, signal: over.signal }).then(setSuggested, () => {});
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [prompt, name, value, values, touched]);
  return (
    <FieldShell id={id} label={isRequired ? name : `${name} (optional)`} description={description} problems={[]}>
      {(aria) => (
        <>
          <input
            {...aria}
            id={id}
            list={`${id}-values`}
            value={value}
            required={isRequired}
            maxLength={10_000}
            autoComplete="off"
            onFocus={() => setTouched(true)}
            onChange={({ target }) => onChange(target.value)}
            className={inputLook}
          />
          <datalist id={`${id}-values`}>
            {suggested.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
        </>
      )}
    </FieldShell>
  );
}
