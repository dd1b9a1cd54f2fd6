"use client";

import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { mostAttested } from "#lib/verdict/client-terms.ts";
import { clash, type Scope } from "#lib/people/scope.ts";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import { SelectField, TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { ToolChoices, type ToolToChoose } from "./tool-choices.tsx";
import { scopeWords } from "./scope-words.ts";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

type Props = { offered: Scope[]; tools: ToolToChoose[]; onClose: () => void };

/** Asks what a new key is for, then shows it, this one time. */
export function NewKey({ offered, tools, onClose }: Props) {
  const say = useSay(settingsWords);
  const router = useRouter();
  const [chosen, setChosen] = useState<Scope[]>(["approvals:read"]);
  /** The only tools of its client; null for all. */
  const [only, setOnly] = useState<string[] | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { sending, problem, send } = useSending();

  const make = async (form: HTMLFormElement) => {
    const attests = formText(form, "attests");
    const client = chosen.includes("tools:call")
      ? { client: { attests: attests === "" ? null : Number(attests), tools: only, form: formText(form, "form") } }
      : {};
    const asked = { name: formText(form, "name"), scopes: chosen, days: Number(formText(form, "days")), ...client };
    const response = await send("POST", "/api/keys", asked);
    if (response === null) return;
    // Our own server answers 201 with exactly this.
    setSecret(((await response.json()) as { secret: string }).secret);
    router.refresh();
  };

  if (secret !== null) {
    const text = say("copyItNowToWhere");
    return <ShownOnce title={say("yourNewKey")} text={text} label={say("apiKey")} secret={secret} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={say("newApiKey")}
      submit={say("makeTheKey")}
      off={sending || chosen.length === 0 || only?.length === 0}
      problem={problem}
      onSubmit={make}
      onClose={onClose}
    >
      <TextField
        label={say("name")}
        hint={say("theProgramThatWillHave")}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
      />
      <fieldset className="flex flex-col">
        <legend className="mb-1 font-medium">{say("whatItIsGoodFor")}</legend>
        {offered.map((scope) => (
          <ScopeChoice key={scope} scope={scope} chosen={chosen} onChange={setChosen} />
        ))}
      </fieldset>
      {chosen.includes("tools:call") ? (
        <SelectField
          label={say("toolsOfItsClient")}
          {...(only !== null && { hint: say("aKeyForSomeToolsIs") })}
          name="tools"
          value={only === null ? "all" : "some"}
          onChange={({ target }) => setOnly(target.value === "all" ? null : [])}
          options={[
            ["all", say("allThatClientsAreOffered")],
            ["some", say("onlySome")],
          ]}
        />
      ) : null}
      {chosen.includes("tools:call") && only !== null ? (
        <ToolChoices tools={tools} chosen={only} onChange={setOnly} />
      ) : null}
      {chosen.includes("tools:call") ? (
        <>
          <SelectField
            label={say("anApproveInsideAnMcp")}
            hint={say("theClientThenSaysThat")}
            name="attests"
            defaultValue={String(mostAttested)}
            options={[
              ["", say("noCallIApproveIn")],
              ...[1, 2, mostAttested].map((risk): [string, string] => [
                String(risk),
                say("callsUpToRiskRisk", { risk }),
              ]),
            ]}
          />
          <SelectField
            label={say("youAnswerInTheClient")}
            hint={say("someClientsAcceptAQuestion")}
            name="form"
            defaultValue="choice"
            options={[
              ["choice", say("choosingApproveOrDecline")],
              ["empty", say("itsOwnAcceptAndDecline")],
            ]}
          />
        </>
      ) : null}
      <SelectField
        label={say("endsByItselfAfter")}
        name="days"
        defaultValue="30"
        options={[7, 30, 90].map((days) => [String(days), say("daysDays", { days })])}
      />
    </FormDialog>
  );
}

type ChoiceProps = { scope: Scope; chosen: Scope[]; onChange: (chosen: Scope[]) => void };

/** One key cannot both call tools and answer for calls. */
function ScopeChoice({ scope, chosen, onChange }: ChoiceProps) {
  const say = useSay(settingsWords);
  const id = useId();
  const isChosen = chosen.includes(scope);
  const clashes = !isChosen && clash([...chosen, scope]);
  const { label, hint } = scopeWords[scope];
  return (
    <div className="flex min-h-11 items-start gap-3 py-1.5">
      <input
        type="checkbox"
        id={id}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-5 shrink-0 accent-accent"
        checked={isChosen}
        disabled={clashes}
        onChange={({ target }) => onChange(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
      />
      <span className="min-w-0">
        <label htmlFor={id} className={`block ${clashes ? "text-muted" : ""}`}>
          {say(label)}
        </label>
        <span id={`${id}-hint`} className="block text-small text-muted">
          {clashes ? say("notTogetherNoProgramBoth") : say(hint)}
        </span>
      </span>
    </div>
  );
}
