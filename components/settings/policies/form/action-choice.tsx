"use client";

import Link from "next/link";
import { useId } from "react";
import type { Rule } from "#lib/policies/rule.ts";
import type { KeysOfWholeTexts } from "#lib/words/words.ts";
import { TextField } from "#components/ui/text-field.tsx";
import type { FormProps } from "./form-props.ts";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

type Key = KeysOfWholeTexts<typeof policyWords.english>;
const choices: [Rule["verdict"], Key, Key][] = [
  ["allow", "allow", "theCallRuns"],
  ["ask", "ask", "aPersonSeesACard"],
  ["deny", "refuse", "theCallDoesNotRun"],
];

/** What a rule does with the calls that it is about, and what it says of that. */
export function ActionChoice({
  form,
  mayLoosen,
  onChange,
}: Pick<FormProps, "form" | "onChange"> & { mayLoosen: boolean }) {
  const say = useSay(policyWords);
  const name = useId();
  const { verdict, hides, reason, conditions } = form;
  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="mb-2 font-medium">{say("whatHappensThen")}</legend>
        {choices.map(([value, label, says]) => (
          <label key={value} className="flex min-h-9 items-start gap-3 pointer-coarse:min-h-11">
            <input
              type="radio"
              name={name}
              aria-describedby={`${name}${value}`}
              className="mt-0.5 size-5 shrink-0 accent-accent"
              checked={verdict === value}
              onChange={() => onChange({ verdict: value, hides: value === "deny" && hides })}
            />
            <span className="w-24 shrink-0 font-medium">{say(label)}</span>
            <span id={`${name}${value}`} className="text-muted">
              {say(says)}
            </span>
          </label>
        ))}
        {verdict === "ask" ? (
          <p className="text-small text-muted">
            {say.rich("whoIsAskedIsSet", {
              link: (held) => (
                <Link href="/tools" prefetch={false} className="text-accent underline underline-offset-2">
                  {held}
                </Link>
              ),
            })}
          </p>
        ) : null}
        {verdict === "allow" && !mayLoosen ? <p className="text-small text-muted">{say("onlyAnOwnerSavesA")}</p> : null}
        {verdict === "deny" && (conditions.length === 0 || hides) ? (
          <label className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              checked={hides}
              onChange={({ target }) => onChange({ hides: target.checked })}
            />
            {say("doNotShowTheseTools")}
          </label>
        ) : null}
      </fieldset>
      <TextField
        label={say("reason")}
        hint={mayLoosen ? say("whatTheCardSaysAnd") : say("cardsSayOnlyThatAn")}
        maxLength={300}
        value={reason}
        onChange={({ target }) => onChange({ reason: target.value })}
      />
    </>
  );
}
