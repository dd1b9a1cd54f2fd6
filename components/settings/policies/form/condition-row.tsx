"use client";

import { useState } from "react";
import type { ArgumentChoice } from "#lib/policies/drafts/arguments-of.ts";
import {
  type FormCondition,
  isComplete,
  isOperator,
  operandOf,
  operatorsFor,
} from "#lib/policies/drafts/form-condition.ts";
import type { RuleForm } from "#lib/policies/drafts/rule-form.ts";
import { choicesOf, facts, isFactName, type Subject, type ValueKind } from "#lib/policies/drafts/subject.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import type { Say } from "#lib/words/say.ts";
import { Button } from "#components/ui/button.tsx";
import { inputLook } from "#components/ui/field-shell.tsx";
import { shortLook } from "./form-props.ts";
import { OperandField } from "./operand-field.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { type RuleSay, ruleWords } from "#lib/policies/words.en.ts";
import { policyWords } from "#components/settings/policies/words.en.ts";

type Props = {
  place: number;
  condition: FormCondition;
  offered: readonly ArgumentChoice[];
  verdict: RuleForm["verdict"];
  onChange: (condition: FormCondition) => void;
  onRemove: () => void;
};

const typing = "typing";

/** One condition: what is looked at, the comparison that fits it, and a value. */
export function ConditionRow({ place, condition, offered, verdict, onChange, onRemove }: Props) {
  const say = useSay(policyWords);
  const sayRule = useSay(ruleWords);
  const { of, is, value } = condition;
  const known = of.kind === "argument" ? choiceFor(of.path, offered) : undefined;
  const [typed, setTyped] = useState(of.kind === "argument" && of.path.join("") === "");
  const subjects = subjectsFor({ say, sayRule }, offered, of);
  const change = (next: Subject) => {
    const operators = operatorsFor(next, kindOf(next, offered));
    const operator = operators.includes(is) ? is : (operators[0] ?? "given");
    onChange(withOperator({ ...condition, of: next }, operator));
  };
  const operators = operatorsFor(of, kindOf(of, offered));
  const shown = operators.includes(is) ? operators : [is, ...operators];
  const isTyped = typed && of.kind === "argument";
  const label = say("conditionPlace", { place });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <select
          aria-label={say("whatLabelLooksAt", { label })}
          className={`${inputLook} min-w-40 flex-1 basis-48`}
          value={isTyped ? typing : JSON.stringify(of)}
          onChange={({ target: { value: chosen } }) => {
            setTyped(chosen === typing);
            const next = subjects.find((one) => JSON.stringify(one.of) === chosen);
            change(next?.of ?? { kind: "argument", path: [""] });
          }}
        >
          {groups.map((group) => (
            <optgroup key={group} label={say(group)}>
              {subjects
                .filter((one) => one.group === group)
                .map((one) => (
                  <option key={JSON.stringify(one.of)} value={JSON.stringify(one.of)}>
                    {visibleText(one.words)}
                  </option>
                ))}
              {group === "arguments" ? <option value={typing}>{say("anotherArgument")}</option> : null}
            </optgroup>
          ))}
        </select>
        <select
          aria-label={say("comparisonOfLabel", { label })}
          className={shortLook}
          value={is}
          onChange={({ target }) => {
            if (isOperator(target.value)) onChange(withOperator(condition, target.value));
          }}
        >
          {shown.map((one) => (
            <option key={one} value={one}>
              {operatorWords(say, { is: one, words: sayRule(one) }, kindOf(of, offered))}
            </option>
          ))}
        </select>
        <OperandField
          key={`${is} ${JSON.stringify(of)}`}
          label={say("valueOfLabel", { label })}
          operand={operandOf(is)}
          choices={known?.choices ?? choicesOf(of)}
          value={value}
          onChange={(next) => onChange({ ...condition, value: next })}
        />
        <Button look="quiet" aria-label={say("removeLabel", { label })} onClick={onRemove}>
          {say("remove")}
        </Button>
      </div>
      {isTyped ? (
        <div className="flex flex-col gap-1">
          <input
            aria-label={say("argumentOfLabel", { label })}
            placeholder="customer.country"
            spellCheck={false}
            autoComplete="off"
            maxLength={100}
            className={`${inputLook} max-w-80 font-mono`}
            value={of.path.join(".")}
            onChange={({ target }) =>
              onChange({ ...condition, of: { kind: "argument", path: target.value.split(".") } })
            }
          />
          <p className="text-small text-muted">{say("aDotLeadsToA")}</p>
        </div>
      ) : null}
      {of.kind === "argument" && isComplete(condition) && offered.length > 0 && known === undefined ? (
        <p className="rounded-md border border-amber bg-amber-soft px-3 py-2 text-small wrap-anywhere">
          {say.rich("theToolDoesNotName", { path: visibleText(of.path.join(".")) })}
        </p>
      ) : null}
      {verdict === "allow" && is === "starts-with" ? (
        <p className="rounded-md border border-amber bg-amber-soft px-3 py-2 text-small">{say("forAPathChooseIs")}</p>
      ) : null}
    </div>
  );
}

const groups = ["arguments", "counted", "theCall"] as const;
type Offered = { group: (typeof groups)[number]; of: Subject; words: string };

type SayHere = Say<typeof policyWords.english>;

function subjectsFor(
  { say, sayRule }: { say: SayHere; sayRule: RuleSay },
  offered: readonly ArgumentChoice[],
  present: Subject,
): Offered[] {
  const ofArgument = (path: readonly string[]): Offered => ({
    group: "arguments",
    of: { kind: "argument", path: [...path] },
    words: path.join("."),
  });
  const sums = offered.filter(({ path, kind }) => path.length === 1 && kind === "number").flatMap(({ path }) => path);
  const summed = present.kind === "spent" ? [...new Set([...sums, present.argument])] : sums;
  const isNew = present.kind === "argument" && choiceFor(present.path, offered) === undefined;
  return [
    ...offered.map(({ path }) => ofArgument(path)),
    ...(isNew && present.path.join("") !== "" ? [ofArgument(present.path)] : []),
    { group: "counted", of: { kind: "calls", span: "day" }, words: say("earlierCallsToday") },
    { group: "counted", of: { kind: "calls", span: "chat" }, words: say("earlierCallsInTheChat") },
    ...summed.flatMap((argument): Offered[] => [
      { group: "counted", of: { kind: "spent", argument, span: "day" }, words: say("totalToday", { argument }) },
      { group: "counted", of: { kind: "spent", argument, span: "chat" }, words: say("totalInTheChat", { argument }) },
    ]),
    ...Object.keys(facts)
      .filter(isFactName)
      .map((name): Offered => ({ group: "theCall", of: { kind: "fact", name }, words: upperFirst(sayRule(name)) })),
  ];
}

function choiceFor(path: readonly string[], offered: readonly ArgumentChoice[]): ArgumentChoice | undefined {
  return offered.find((one) => JSON.stringify(one.path) === JSON.stringify(path));
}

function kindOf(of: Subject, offered: readonly ArgumentChoice[]): ValueKind {
  if (of.kind === "argument") return choiceFor(of.path, offered)?.kind ?? "unknown";
  return of.kind === "fact" ? facts[of.name].kind : "number";
}

/** Where any kind of value may stand there, the comparison says for which it is. */
function operatorWords(
  say: SayHere,
  { is, words }: { is: FormCondition["is"]; words: string },
  kind: ValueKind,
): string {
  if (kind !== "unknown") return words;
  switch (operandOf(is)) {
    case "number":
      return say("comparesNumber", { words });
    case "numbers":
      return say("comparesNumbers", { words });
    case "boolean":
      return say("comparesTruth", { words });
    default:
      return words;
  }
}

/** The value stays where it is of the right kind. */
function withOperator(condition: FormCondition, is: FormCondition["is"]): FormCondition {
  const operand = operandOf(is);
  const kept = { ...condition, is };
  if (operand === "boolean" && typeof condition.value !== "boolean") return { ...kept, value: true };
  return isComplete({ ...kept, of: { kind: "calls", span: "day" } }) ? kept : { ...kept, value: null };
}

function upperFirst(words: string): string {
  return words.replace(/^([“„]?)(.)/u, (_, quote: string, first: string) => `${quote}${first.toUpperCase()}`);
}
