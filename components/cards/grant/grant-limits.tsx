"use client";

import { useId, type ReactNode } from "react";
import { comparisonWords, simpleComparisons, type Comparison } from "#lib/grants/simple-condition.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { inputLook } from "#components/ui/field-shell.tsx";
import { conditionToBegin, limitable, type GrantDraft } from "./grant-draft.ts";
import { toLocalInput } from "#components/ui/to-local-input.ts";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  args: JsonObject;
  schema: JsonObject;
  draft: GrantDraft;
  readOnly: boolean;
  onChange: (draft: GrantDraft) => void;
};

const short = `${inputLook} w-auto`;

/** The limits of a grant beside its reach: each can be switched on, and all that are on must hold. */
export function GrantLimits({ args, schema, draft, readOnly, onChange }: Props) {
  const say = useSay(cardWords);
  // "Only this call" fixes all arguments.
  const { texts, numbers } = draft.scope === "call" ? { texts: [], numbers: [] } : limitable(args, schema);
  const [amount] = numbers;
  const { maxUses, until, budget, when } = draft;
  const conditional = [...texts, ...numbers];
  return (
    <fieldset disabled={readOnly} className="flex min-w-0 flex-col gap-1">
      <legend className="text-small font-semibold">{say("limits")}</legend>
      <Limit
        label={say("limitTheNumberOfCalls")}
        on={maxUses !== null}
        onSwitch={(on) => onChange({ ...draft, maxUses: on ? "5" : null })}
      >
        <input
          aria-label={say("calls")}
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          value={maxUses ?? ""}
          onChange={(event) => onChange({ ...draft, maxUses: event.target.value })}
          className={`${short} max-w-24`}
        />
      </Limit>
      {draft.scope === "hour" ? null : (
        <Limit
          label={say("untilATime")}
          on={until !== null}
          onSwitch={(on) => onChange({ ...draft, until: on ? inAnHour() : null })}
        >
          <input
            aria-label={say("until")}
            type="datetime-local"
            value={until ?? ""}
            onChange={(event) => onChange({ ...draft, until: event.target.value })}
            className={short}
          />
        </Limit>
      )}
      {amount === undefined ? null : (
        <Limit
          label={say("upToATotalAmount")}
          on={budget !== null}
          onSwitch={(on) =>
            onChange({ ...draft, budget: on ? { argument: amount, total: JSON.stringify(args[amount]) } : null })
          }
        >
          <input
            aria-label={say("total")}
            inputMode="decimal"
            value={budget?.total ?? ""}
            onChange={(event) => budget && onChange({ ...draft, budget: { ...budget, total: event.target.value } })}
            className={`${short} max-w-40`}
          />
          <span className="text-small text-muted">{say("inTotalOf")}</span>
          <ArgumentChoice
            label={say("amountIn")}
            names={numbers}
            value={budget?.argument ?? amount}
            onChange={(argument) => budget && onChange({ ...draft, budget: { ...budget, argument } })}
          />
        </Limit>
      )}
      {conditional[0] === undefined ? null : (
        <Limit
          label={say("onlyWhenAnArgumentMatches")}
          on={when !== null}
          onSwitch={(on) => onChange({ ...draft, when: on ? conditionToBegin(args, conditional[0] ?? "") : null })}
        >
          <ArgumentChoice
            label={say("argument")}
            names={conditional}
            value={when?.argument ?? ""}
            onChange={(argument) => onChange({ ...draft, when: conditionToBegin(args, argument) })}
          />
          <select
            aria-label={say("comparison")}
            value={when?.is ?? "is"}
            onChange={(event) =>
              when && onChange({ ...draft, when: { ...when, is: comparisonFrom(event.target.value) } })
            }
            className={short}
          >
            {simpleComparisons
              .filter((is) => (is === "is at most") === numbers.includes(when?.argument ?? ""))
              .map((is) => (
                <option key={is} value={is}>
                  {say(comparisonWords[is])}
                </option>
              ))}
          </select>
          <input
            aria-label={say("value")}
            value={when?.value ?? ""}
            onChange={(event) => when && onChange({ ...draft, when: { ...when, value: event.target.value } })}
            className={`${short} max-w-full min-w-40 flex-1`}
          />
        </Limit>
      )}
    </fieldset>
  );
}

type LimitProps = { label: string; on: boolean; onSwitch: (on: boolean) => void; children: ReactNode };

function Limit({ label, on, onSwitch, children }: LimitProps) {
  return (
    <div>
      <label className="flex min-h-9 items-center gap-3 text-base pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          checked={on}
          onChange={(event) => onSwitch(event.target.checked)}
        />
        {label}
      </label>
      {on ? <div className="flex flex-wrap items-center gap-2 ps-8 pt-1 pb-2">{children}</div> : null}
    </div>
  );
}

type ChoiceProps = { label: string; names: readonly string[]; value: string; onChange: (name: string) => void };

function ArgumentChoice({ label, names, value, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <select
      id={id}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${short} max-w-full`}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {visibleText(name)}
        </option>
      ))}
    </select>
  );
}

function comparisonFrom(text: string): Comparison {
  return simpleComparisons.find((is) => is === text) ?? "is";
}

function inAnHour(): string {
  return toLocalInput(new Date(Math.ceil(Date.now() / 60_000 + 60) * 60_000).toISOString());
}
