"use client";

import { useId } from "react";
import type { FormField } from "#lib/elicitation/form.ts";
import { ChoiceInput, ChoicesInput } from "./choice-input.tsx";
import { type FieldAria, FieldMark, FieldShell, inputLook } from "#components/ui/field-shell.tsx";
import { initialAnswer, type RawAnswer } from "./answers.ts";
import { limitsOf } from "./limits-of.ts";
import { mustBeSeen } from "#components/cards/press/use-seen.ts";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  field: FormField;
  answer: RawAnswer;
  problems: string[];
  readOnly: boolean;
  onChange: (answer: RawAnswer) => void;
};

/** One question of a server's form, with an input for its kind. */
export function FormInput({ field, answer, problems, readOnly, onChange }: Props) {
  const id = useId();
  const say = useSay(cardWords);
  const limits = limitsOf(field, say);
  const marks = (
    <>
      <FieldMark>{field.required ? say("required") : say("optional")}</FieldMark>
      {limits === null ? null : <FieldMark>{limits}</FieldMark>}
    </>
  );
  return (
    <div {...unlessWritten(field, answer)}>
      <FieldShell
        id={id}
        label={field.title}
        group={field.kind === "choices" || (field.kind === "choice" && isShort(field))}
        description={field.description}
        marks={marks}
        problems={problems}
      >
        {(aria) => <Input id={id} field={field} answer={answer} aria={aria} readOnly={readOnly} onChange={onChange} />}
      </FieldShell>
    </div>
  );
}

/**
 * Content that the server filled in, not the person, must have been on the screen before it is sent (THREATS C1:
 * nothing unseen is signed).
 */
function unlessWritten(field: FormField, answer: RawAnswer) {
  const isGiven = field.initial !== null && JSON.stringify(answer) === JSON.stringify(initialAnswer(field));
  return isGiven ? mustBeSeen : {};
}

const mostRadios = 6;

function isShort({ options }: FormField & { kind: "choice" }): boolean {
  return options.length <= mostRadios;
}

type InputProps = Omit<Props, "problems"> & { id: string; aria: FieldAria };

function Input(props: InputProps) {
  const { id, field, answer, aria, readOnly, onChange } = props;
  switch (field.kind) {
    case "boolean":
      return <BooleanInput {...props} />;
    case "choice":
      return <ChoiceInput {...props} field={field} asRadios={isShort(field)} />;
    case "choices":
      return <ChoicesInput {...props} field={field} />;
    case "number":
      return (
        <input
          {...aria}
          id={id}
          // A number input drops text that it cannot read, and the person would never learn why.
          inputMode={field.integer && (field.minimum ?? field.above ?? -1) >= 0 ? "numeric" : "text"}
          autoComplete="off"
          required={field.required}
          className={`${inputLook} tabular-nums`}
          value={typeof answer === "string" ? answer : ""}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "string":
      return <TextInput {...props} field={field} />;
  }
}

/** A one-line input hides the rest of a longer text. */
const oneLine = 30;
const inputTypes = { email: "email", uri: "url", date: "date", "date-time": "datetime-local" } as const;

function TextInput({
  id,
  field,
  answer,
  aria,
  readOnly,
  onChange,
}: InputProps & { field: FormField & { kind: "string" } }) {
  const common = {
    ...aria,
    id,
    required: field.required,
    readOnly,
    className: inputLook,
    value: typeof answer === "string" ? answer : "",
  };
  // The line grows with its text; Enter stays a new line and never sends.
  const isLong = !field.format?.startsWith("date") && (field.initial ?? "").length > oneLine;
  if (field.format === null || isLong)
    return (
      <textarea
        {...common}
        // A long text scrolls in it.
        {...unlessWritten(field, answer)}
        rows={1}
        className={`${inputLook} max-h-80 resize-none [field-sizing:content]`}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <input
      {...common}
      type={inputTypes[field.format]}
      // Seconds are shown only if the server wrote some.
      {...(field.format === "date-time" && common.value.length > 16 ? { step: 1 } : {})}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function BooleanInput({ id, field, answer, aria, readOnly, onChange }: InputProps) {
  const say = useSay(cardWords);
  const words =
    answer === null ? (field.required ? say("no") : say("notAnswered")) : answer === true ? say("yes") : say("no");
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <span className="flex min-h-11 items-center gap-3">
        <input
          {...aria}
          id={id}
          type="checkbox"
          className="size-6 accent-accent"
          checked={answer === true}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span aria-hidden="true" className="text-base">
          {words}
        </span>
      </span>
      {answer === null || field.required || readOnly ? null : (
        <button
          type="button"
          onClick={() => onChange(null)}
          className="min-h-11 px-2 text-small text-accent underline underline-offset-4"
        >
          {say("leaveUnanswered")}
        </button>
      )}
    </div>
  );
}
