"use client";

import { useState } from "react";
import { argumentsOf } from "#lib/policies/drafts/arguments-of.ts";
import type { FormCondition } from "#lib/policies/drafts/form-condition.ts";
import { nameFits } from "#lib/policies/conditions/name-fits.ts";
import type { RuleForm } from "#lib/policies/drafts/rule-form.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { Button } from "#components/ui/button.tsx";
import { ConditionRow } from "./condition-row.tsx";
import { type FormProps, shortLook } from "./form-props.ts";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

/** As many as a list in policy.yaml holds. */
const most = 20;

/** On what a rule decides: the arguments of a call, what was counted, and what else is known of it. */
export function ConditionList({ form, foresight, onChange }: FormProps) {
  const say = useSay(policyWords);
  const { conditions, join, verdict } = form;
  // Rows have nothing but their place: once one is gone, all are drawn anew.
  const [removals, setRemovals] = useState(0);
  const offered = argumentsOf(schemasOf(form, foresight));
  const set = (list: readonly FormCondition[]) => onChange({ conditions: list });
  const add = () => {
    const [first] = offered;
    const path = first?.path ?? [""];
    set([...conditions, { of: { kind: "argument", path }, is: "is", value: null }]);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-medium">{say("onWhatCondition")}</legend>
      {conditions.length === 0 ? (
        <p className="text-muted">{say("whateverTheArgumentsAre")}</p>
      ) : (
        <ul className="flex flex-col gap-4">
          {conditions.map((condition, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${removals} ${at}`} className="flex flex-col gap-3">
              {at === 0 ? null : at === 1 ? (
                <select
                  aria-label={say("howTheConditionsAreJoined")}
                  className={`${shortLook} self-start`}
                  value={join}
                  onChange={({ target }) => onChange({ join: target.value === "any" ? "any" : "all" })}
                >
                  <option value="all">{say("and")}</option>
                  <option value="any">{say("or")}</option>
                </select>
              ) : (
                <p className="text-small text-muted">{join === "all" ? say("and") : say("or")}</p>
              )}
              <ConditionRow
                place={at + 1}
                condition={condition}
                offered={offered}
                verdict={verdict}
                onChange={(changed) => set(conditions.with(at, changed))}
                onRemove={() => {
                  setRemovals(removals + 1);
                  set(conditions.toSpliced(at, 1));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {conditions.length < most ? (
        <div>
          <Button tight onClick={add}>
            {say("addACondition")}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

/** Tools of which arguments are offered. Of more, those of the first. */
const mostTools = 50;

function schemasOf({ server, tools }: RuleForm, foresight: FormProps["foresight"]): JsonObject[] {
  // Without a tool there is nothing that all have in common.
  if (foresight === null || tools.length === 0) return [];
  return foresight.tools
    .filter((tool) => server === "" || tool.server.id === server)
    .filter(({ name }) => tools.some((pattern) => nameFits(pattern, name)))
    .slice(0, mostTools)
    .map(({ inputSchema }) => inputSchema);
}
