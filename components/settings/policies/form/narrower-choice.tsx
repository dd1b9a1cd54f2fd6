"use client";

import { callerInWords } from "#lib/policies/drafts/plain-sentence.ts";
import { roles } from "#lib/people/role.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { risks } from "#lib/verdict/risk.ts";
import { CheckList } from "./check-list.tsx";
import type { FormProps } from "./form-props.ts";
import { LinesField } from "./lines-field.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { ruleWords } from "#lib/policies/words.en.ts";
import { policyWords } from "#components/settings/policies/words.en.ts";

const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
const kindsOfCallers = ["chat", "agent:*", "gateway:*", "asks:*"];

/** What a rule may ask of a call beside its tool and its arguments. Closed unless something is set. */
export function NarrowerChoice({ form, foresight, onChange }: FormProps) {
  const say = useSay(policyWords);
  const sayRule = useSay(ruleWords);
  const { callers, users, roles: chosen, risks: levels, annotations } = form;
  const offered = [...new Set([...kindsOfCallers, ...(foresight?.callers.map(({ caller }) => caller) ?? [])])];
  const others = callers.filter((caller) => !offered.includes(caller));
  const isSet = [callers, users, chosen, levels, Object.keys(annotations)].some((list) => list.length > 0);
  return (
    <details open={isSet || undefined} className="flex flex-col gap-3">
      <summary className="cursor-pointer font-medium pointer-coarse:min-h-11">{say("whoCallsWhoseChatWhich")}</summary>
      <div className="flex flex-col gap-5 pt-3 sm:ps-4">
        <CheckList
          legend={say("whoCalls")}
          options={offered.map((caller) => [caller, visibleText(upperFirst(callerInWords(caller, sayRule)))])}
          chosen={callers}
          onChange={(list) => onChange({ callers: [...list, ...others] })}
        />
        <LinesField
          label={say("otherCallers")}
          hint={say("oneOnEachLineLike")}
          lines={others}
          onChange={(lines) =>
            onChange({ callers: [...callers.filter((caller) => offered.includes(caller)), ...lines] })
          }
        />
        <CheckList
          legend={say("roleOfThePerson")}
          options={roles.map((role) => [role, say("roleName", { role })])}
          chosen={chosen}
          onChange={(list) => onChange({ roles: roles.filter((role) => list.includes(role)) })}
        />
        <LinesField
          label={say("people")}
          hint={say("eMailAddressesOrIds")}
          lines={users}
          onChange={(lines) => onChange({ users: lines })}
        />
        <CheckList
          legend={say("riskOfTheTool")}
          options={risks.map((level) => [`L${level}`, say("riskOf5", { risk: level })])}
          chosen={levels.map((level) => `L${level}`)}
          onChange={(list) => onChange({ risks: risks.filter((level) => list.includes(`L${level}`)) })}
        />
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="mb-1 text-small font-medium">{say("whatItsServerSaysOf")}</legend>
          <p className="text-small text-muted">{say("theWordOfAServer")}</p>
          <div className="grid gap-x-10 gap-y-2 sm:grid-cols-2">
            {hints.map((hint) => (
              <label key={hint} className="flex flex-wrap items-center justify-between gap-2 text-small">
                <code className="font-mono">{hint}</code>
                <select
                  className="min-h-9 rounded-md border border-line-strong bg-paper px-2 pointer-coarse:min-h-11"
                  value={String(annotations[hint] ?? "")}
                  onChange={({ target: { value } }) => {
                    const { [hint]: _, ...rest } = annotations;
                    onChange({ annotations: value === "" ? rest : { ...rest, [hint]: value === "true" } });
                  }}
                >
                  <option value="">{say("whatever")}</option>
                  <option value="true">{say("true")}</option>
                  <option value="false">{say("false")}</option>
                </select>
              </label>
            ))}
          </div>
        </fieldset>
      </div>
    </details>
  );
}

function upperFirst(words: string): string {
  return words.replace(/^./u, (first) => first.toUpperCase());
}
