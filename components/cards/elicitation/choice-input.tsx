"use client";

import type { FormField } from "#lib/elicitation/form.ts";
import { type FieldAria, inputLook } from "#components/ui/field-shell.tsx";
import type { RawAnswer } from "./answers.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props<Kind extends "choice" | "choices"> = {
  id: string;
  field: FormField & { kind: Kind };
  answer: RawAnswer;
  aria: FieldAria;
  readOnly: boolean;
  onChange: (answer: RawAnswer) => void;
};

const optionLook = "flex min-h-11 items-center gap-3 text-base";

/** One of several: radios when they are few, a list when they are many. An optional choice can be taken back. */
export function ChoiceInput({
  id,
  field,
  answer,
  aria,
  readOnly,
  onChange,
  asRadios,
}: Props<"choice"> & { asRadios: boolean }) {
  const say = useSay(cardWords);
  if (!asRadios)
    return (
      <select
        {...aria}
        id={id}
        required={field.required}
        className={inputLook}
        disabled={readOnly}
        value={answer === null ? "" : String(answer)}
        onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
      >
        <option value="">{field.required ? say("chooseOne") : say("noAnswer")}</option>
        {field.options.map((option, at) => (
          <option key={String(option.value)} value={at}>
            {visibleText(option.title)}
          </option>
        ))}
      </select>
    );
  const choose = (at: number | null) => ({
    type: "radio" as const,
    name: id,
    className: "size-5 accent-accent",
    checked: answer === at,
    disabled: readOnly,
    onChange: () => onChange(at),
  });
  return (
    <div className="grid gap-x-6 sm:grid-cols-2">
      {field.options.map((option, at) => (
        <label key={String(option.value)} className={optionLook}>
          <input {...aria} {...choose(at)} />
          <VisibleText text={option.title} />
        </label>
      ))}
      {field.required ? null : (
        <label className={`${optionLook} text-muted`}>
          <input {...choose(null)} />
          {say("noAnswer")}
        </label>
      )}
    </div>
  );
}

/** Any number of several. */
export function ChoicesInput({ field, answer, aria, readOnly, onChange }: Props<"choices">) {
  const chosen = Array.isArray(answer) ? answer : [];
  return (
    <div className="grid gap-x-6 sm:grid-cols-2">
      {field.options.map((option, at) => (
        <label key={String(option.value)} className={optionLook}>
          <input
            {...aria}
            type="checkbox"
            className="size-5 accent-accent"
            checked={chosen.includes(at)}
            disabled={readOnly}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, at] : chosen.filter((each) => each !== at))
            }
          />
          <VisibleText text={option.title} />
        </label>
      ))}
    </div>
  );
}
