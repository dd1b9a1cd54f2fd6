"use client";

import { useEffect, useId, useState, type FormEvent } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { FieldShell, inputLook } from "#components/ui/field-shell.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import type { ListedPrompt } from "#lib/chat/source-list.ts";
import { readableText, visibleText } from "#lib/untrusted/visible-text.ts";
import { suggestValues } from "./read-sources.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

type Of = Parameters<typeof suggestValues>[0];
type Props = {
  /** What the values are for. */
  of: Of;
  title: string;
  description: string;
  /** What becomes of the values. */
  outcome: string;
  asked: ListedPrompt["arguments"];
  /** Rejects with a sentence; what was typed stays. */
  take: (values: Record<string, string>) => Promise<void>;
  onClose: () => void;
};

/** Asks for values: the arguments of a prompt, or the variables of a template. Its server may suggest some. */
export function ValuesDialog({ of, title, description, outcome, asked, take, onClose }: Props) {
  const say = useSay(chatWords);
  const [values, setValues] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const fill = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const given = Object.entries(values).filter(([, value]) => value !== "");
      await take(Object.fromEntries(given));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={visibleText(title)} onClose={onClose}>
      {description === "" ? null : <p className="mt-2 wrap-anywhere">{readableText(description)}</p>}
      <p className="mt-2 text-small wrap-anywhere text-muted">{visibleText(outcome)}</p>
      <form className="mt-4 flex flex-col gap-4" onSubmit={(event) => void fill(event)}>
        {asked.map((argument) => (
          <Value
            key={argument.name}
            of={of}
            argument={argument}
            values={values}
            onChange={(value) => setValues({ ...values, [argument.name]: value })}
          />
        ))}
        <ProblemLine problem={problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={(event) => event.currentTarget.closest("dialog")?.close()}>
            {say("cancel")}
          </Button>
          <Button type="submit" look="primary" disabled={busy}>
            {say("putIntoYourMessage")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Typing pauses for so long before the server is asked for suggestions, ms. */
const pauseMs = 200;

type ValueProps = {
  of: Of;
  argument: ListedPrompt["arguments"][number];
  values: Record<string, string>;
  onChange: (value: string) => void;
};

function Value({ of, argument: { name, description, isRequired }, values, onChange }: ValueProps) {
  const say = useSay(chatWords);
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
      suggestValues(of, { name, value, given, signal: over.signal }).then(setSuggested, () => {});
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [of, name, value, values, touched]);
  return (
    <FieldShell
      id={id}
      label={isRequired ? name : say("nameOptional", { name })}
      description={description}
      problems={[]}
    >
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
