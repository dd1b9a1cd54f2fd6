"use client";

import { useId } from "react";
import type { JsonValue } from "#lib/untrusted/json.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { Button } from "#components/ui/button.tsx";
import { saysTheSame } from "#components/cards/parts/says-the-same.ts";
import type { DraftField } from "./edit-draft.ts";
import { type FieldAria, FieldMark, FieldShell, inputLook } from "#components/ui/field-shell.tsx";
import { HiddenInInput, VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  field: DraftField;
  isChanged: boolean;
  problems: string[];
  readOnly: boolean;
  onChange: (field: DraftField) => void;
};

/** One argument as an input of its kind; while somebody is in it, with what was proposed when it differs. */
export function EditField({ field, isChanged, problems, readOnly, onChange }: Props) {
  const say = useSay(cardWords);
  const id = useId();
  const name = field.title ?? field.key;
  const marks = (
    <>
      {field.title === null || saysTheSame(field.title, field.key) ? null : (
        <code className="font-mono text-fine text-muted">
          <VisibleText text={field.key} />
        </code>
      )}
      {isChanged ? <FieldMark tone="amber">{say("changed")}</FieldMark> : null}
    </>
  );
  return (
    <div className={`group/field ${isChanged ? "border-s-2 border-amber ps-3" : ""}`}>
      <FieldShell
        id={id}
        label={name}
        description={field.description}
        marks={marks}
        problems={problems}
        group={field.kind === "list"}
      >
        {(aria) => (
          <>
            {field.present ? (
              <Input id={id} field={field} aria={aria} readOnly={readOnly} onChange={onChange} />
            ) : (
              <p id={id} className="text-small text-muted italic">
                {say("leftOut")}
              </p>
            )}
            {isChanged && field.proposed !== undefined ? <Proposed text={asText(field.proposed)} /> : null}
            {field.required || readOnly ? null : (
              <div>
                <Button
                  look="quiet"
                  tight
                  className="-ms-2 pointer-coarse:min-h-11"
                  onClick={() => onChange({ ...field, present: !field.present })}
                >
                  {field.present ? say("leaveOut") : say("setAValue")}
                  <span className="sr-only"> {say.rich("forName", { name })}</span>
                </Button>
              </div>
            )}
          </>
        )}
      </FieldShell>
    </div>
  );
}

/** Characters. */
const longestInLine = 60;

/**
 * Its place is one line and stays, so that a press on a button below does not miss it. What is longer unfolds, and then
 * stays open.
 */
function Proposed({ text }: { text: string }) {
  const say = useSay(cardWords);
  const isLong = text.length > longestInLine || text.includes("\n");
  const beginning = isLong ? `${text.slice(0, longestInLine).split("\n", 1)[0]}…` : text;
  const line = say.rich("proposedValue", {
    proposed: (
      <span className="group-open/proposed:hidden">
        <VisibleText text={beginning} />
      </span>
    ),
  });
  if (!isLong) return <p className={`${whileInside} [overflow-wrap:anywhere] whitespace-pre-wrap`}>{line}</p>;
  return (
    <details className={`${whileInside} group/proposed open:visible`}>
      <summary className="cursor-pointer truncate pointer-coarse:min-h-11">{line}</summary>
      <p dir="ltr" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
        <VisibleText text={text} />
      </p>
    </details>
  );
}

const whileInside = "invisible text-small text-muted group-focus-within/field:visible group-active/field:visible";

type InputProps = Omit<Props, "isChanged" | "problems"> & { id: string; aria: FieldAria };

function Input({ id, field, aria, readOnly, onChange }: InputProps) {
  switch (field.kind) {
    case "boolean":
      return (
        <label className="flex min-h-11 items-center gap-3 text-base">
          <input
            {...aria}
            id={id}
            type="checkbox"
            className="size-5 accent-accent"
            checked={field.raw}
            disabled={readOnly}
            onChange={(event) => onChange({ ...field, raw: event.target.checked })}
          />
          <code className="font-mono text-small">{String(field.raw)}</code>
        </label>
      );
    case "choice":
      return (
        <select
          {...aria}
          id={id}
          className={inputLook}
          value={field.raw}
          disabled={readOnly}
          onChange={(event) => onChange({ ...field, raw: Number(event.target.value) })}
        >
          {field.options.map((option, index) => (
            <option key={asText(option)} value={index}>
              {visibleText(asText(option))}
            </option>
          ))}
        </select>
      );
    case "list":
      return <ListInput id={id} field={field} aria={aria} readOnly={readOnly} onChange={onChange} />;
    case "number":
    case "integer":
      return (
        <input
          {...aria}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          className={`${inputLook} font-mono tabular-nums`}
          value={field.raw}
          readOnly={readOnly}
          onChange={(event) => onChange({ ...field, raw: event.target.value })}
        />
      );
    default:
      return (
        <>
          <textarea
            {...aria}
            id={id}
            dir="ltr"
            rows={Math.min(12, field.raw.split("\n").length)}
            spellCheck={field.kind === "text"}
            className={`${inputLook} max-h-96 font-mono text-small [field-sizing:content]`}
            value={field.raw}
            readOnly={readOnly}
            onChange={(event) => onChange({ ...field, raw: event.target.value })}
          />
          <HiddenInInput text={field.raw} />
        </>
      );
  }
}

function ListInput({ id, field, aria, readOnly, onChange }: InputProps & { field: DraftField & { kind: "list" } }) {
  const say = useSay(cardWords);
  const name = field.title ?? field.key;
  const setItem = (at: number, text: string) =>
    onChange({ ...field, raw: field.raw.map((raw, index) => (index === at ? text : raw)) });
  return (
    <div id={id} className="flex flex-col gap-2">
      {field.raw.map((raw, index) => (
        // Items have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex items-start gap-2">
          <div className="min-w-0 grow">
            <textarea
              {...aria}
              aria-label={`${name} ${index + 1}`}
              dir="ltr"
              rows={raw.split("\n").length}
              className={`${inputLook} font-mono text-small [field-sizing:content]`}
              value={raw}
              readOnly={readOnly}
              onChange={(event) => setItem(index, event.target.value)}
            />
            <HiddenInInput text={raw} />
          </div>
          <Button
            look="quiet"
            className="shrink-0 px-3"
            disabled={readOnly}
            aria-label={say("removeItemIndexOfName", { index: index + 1, name })}
            onClick={() => onChange({ ...field, raw: field.raw.filter((_, at) => at !== index) })}
          >
            {say("remove")}
          </Button>
        </div>
      ))}
      <Button
        className="self-start"
        disabled={readOnly}
        aria-label={say("newItemOfName", { name })}
        onClick={() => onChange({ ...field, raw: [...field.raw, ""] })}
      >
        {say("newItem")}
      </Button>
    </div>
  );
}

function asText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
