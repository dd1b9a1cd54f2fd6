"use client";

import { TextField } from "#components/ui/text-field.tsx";
import { ActionChoice } from "./action-choice.tsx";
import { ConditionList } from "./condition-list.tsx";
import type { FormProps } from "./form-props.ts";
import { NarrowerChoice } from "./narrower-choice.tsx";
import { ToolChoice } from "./tool-choice.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

/** A rule as a form: which calls it is about, on what condition, what happens then, and how it is called. */
export function RuleFormView({ mayLoosen, ...props }: FormProps & { mayLoosen: boolean }) {
  const say = useSay(policyWords);
  const { form, onChange } = props;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <ToolChoice {...props} />
      <NarrowerChoice {...props} />
      <ConditionList {...props} />
      <ActionChoice form={form} mayLoosen={mayLoosen} onChange={onChange} />
      <TextField
        label={say("name")}
        hint={say("cardsTheAuditAndRecords")}
        maxLength={300}
        spellCheck={false}
        value={form.id}
        onChange={({ target }) => onChange({ id: target.value })}
      />
    </div>
  );
}
