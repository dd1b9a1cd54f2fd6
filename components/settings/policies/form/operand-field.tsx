"use client";

import { useState } from "react";
import { type FormValue, type Operand } from "#lib/policies/drafts/form-condition.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { HiddenInInput } from "#components/ui/visible-text.tsx";
import { CheckList } from "./check-list.tsx";
import { shortLook } from "./form-props.ts";
import { LinesField } from "./lines-field.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

type Props = {
  label: string;
  operand: Operand;
  choices: readonly string[] | null;
  value: FormValue;
  onChange: (value: FormValue) => void;
};

/** What something is compared with, as an input of its kind. Key it by the comparison. */
export function OperandField({ label, operand, choices, value, onChange }: Props) {
  const say = useSay(policyWords);
  const lines = Array.isArray(value) ? value.map(String) : [];
  switch (operand) {
    case "none":
      return null;
    case "boolean":
      return (
        <select
          aria-label={label}
          className={shortLook}
          value={String(value ?? true)}
          onChange={({ target }) => onChange(target.value === "true")}
        >
          <option value="true">{say("true")}</option>
          <option value="false">{say("false")}</option>
        </select>
      );
    case "number":
      return <NumberField label={label} value={typeof value === "number" ? value : null} onChange={onChange} />;
    case "numbers":
      return (
        <LinesField
          quiet
          label={say("labelOneNumberOnEach", { label })}
          hint={say("oneOnEachLine")}
          lines={lines}
          onChange={(given) => {
            const numbers = given.map(numberIn);
            const known = numbers.filter((one) => one !== null);
            onChange(known.length === numbers.length ? known : null);
          }}
        />
      );
    case "texts":
      return choices === null ? (
        <LinesField
          quiet
          label={say("labelOneOnEachLine", { label })}
          hint={say("oneOnEachLine")}
          lines={lines}
          onChange={onChange}
        />
      ) : (
        <CheckList
          legend={label}
          options={choices.map((one) => [one, visibleText(one)])}
          chosen={lines}
          onChange={onChange}
        />
      );
    case "text":
      return choices === null ? (
        <TextInput label={label} value={value} onChange={onChange} />
      ) : (
        <select
          aria-label={label}
          className={shortLook}
          value={typeof value === "string" ? `=${value}` : ""}
          onChange={({ target }) => onChange(target.value === "" ? null : target.value.slice(1))}
        >
          <option value="">{say("choose")}</option>
          {[...new Set([...choices, ...(typeof value === "string" ? [value] : [])])].map((one) => (
            <option key={one} value={`=${one}`}>
              {visibleText(one)}
            </option>
          ))}
        </select>
      );
  }
}

function TextInput({ label, value, onChange }: Pick<Props, "label" | "value" | "onChange">) {
  const text = typeof value === "string" ? value : "";
  return (
    <div className="flex min-w-40 flex-1 flex-col">
      <input
        aria-label={label}
        spellCheck={false}
        autoComplete="off"
        maxLength={250}
        className={`${shortLook} w-full font-mono`}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <HiddenInInput text={text} />
    </div>
  );
}

function NumberField({ label, value, onChange }: { label: string; value: number | null; onChange: Props["onChange"] }) {
  const say = useSay(policyWords);
  const [raw, setRaw] = useState(value === null ? "" : String(value));
  const isWrong = raw !== "" && numberIn(raw) === null;
  return (
    <div className="flex flex-col">
      <input
        aria-label={label}
        aria-invalid={isWrong || undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        className={`${shortLook} w-36 font-mono tabular-nums`}
        value={raw}
        onChange={({ target }) => {
          setRaw(target.value);
          onChange(numberIn(target.value));
        }}
      />
      {isWrong ? <p className="text-small text-red">{say("typeANumberLike100")}</p> : null}
    </div>
  );
}

/** Null for what is no number as everybody writes one. */
function numberIn(raw: string): number | null {
  const text = raw.trim();
  if (!/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return null;
  const number = Number(text);
  // There is no condition on a zero below zero.
  return number === 0 ? 0 : number;
}
