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

type Props = { offered: Scope[]; tools: ToolToChoose[]; onClose: () => void };

/** Asks what a new key is for, then shows it, this one time. */
export function NewKey({ offered, tools, onClose }: Props) {
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
    const text = "Copy it now to where the program finds it. It is shown this one time.";
    return <ShownOnce title="Your new key" text={text} label="API key" secret={secret} onClose={onClose} />;
  }
  return (
    <FormDialog
      title="New API key"
      submit="Make the key"
      off={sending || chosen.length === 0 || only?.length === 0}
      problem={problem}
      onSubmit={make}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="The program that will have it, so that you know it again."
        name="name"
        required
        maxLength={60}
        autoComplete="off"
      />
      <fieldset className="flex flex-col">
        <legend className="mb-1 font-medium">What it is good for</legend>
        {offered.map((scope) => (
          <ScopeChoice key={scope} scope={scope} chosen={chosen} onChange={setChosen} />
        ))}
      </fieldset>
      {chosen.includes("tools:call") ? (
        <SelectField
          label="Tools of its client"
          name="tools"
          value={only === null ? "all" : "some"}
          onChange={({ target }) => setOnly(target.value === "all" ? null : [])}
          options={[
            ["all", "All that clients are offered"],
            ["some", "Only some"],
          ]}
        />
      ) : null}
      {chosen.includes("tools:call") && only !== null ? (
        <ToolChoices tools={tools} chosen={only} onChange={setOnly} />
      ) : null}
      {chosen.includes("tools:call") ? (
        <>
          <SelectField
            label="An Approve inside an MCP client counts for"
            hint="The client then says that you approved, and nobody here can check that. Calls above it, and all of L4 and L5, wait for you in Countersign."
            name="attests"
            defaultValue={String(mostAttested)}
            options={[
              ["", "No call: I approve in Countersign"],
              ...[1, 2, mostAttested].map((risk): [string, string] => [String(risk), `Calls up to risk ${risk}`]),
            ]}
          />
          <SelectField
            label="You answer in the client by"
            hint="Some clients accept a question that they never showed you. A choice in the question stops that."
            name="form"
            defaultValue="choice"
            options={[
              ["choice", "Choosing Approve or Decline"],
              ["empty", "Its own Accept and Decline"],
            ]}
          />
        </>
      ) : null}
      <SelectField
        label="Ends by itself after"
        name="days"
        defaultValue="30"
        options={[7, 30, 90].map((days) => [String(days), `${days} days`])}
      />
    </FormDialog>
  );
}

type ChoiceProps = { scope: Scope; chosen: Scope[]; onChange: (chosen: Scope[]) => void };

/** One key cannot both call tools and answer for calls. */
function ScopeChoice({ scope, chosen, onChange }: ChoiceProps) {
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
          {label}
        </label>
        <span id={`${id}-hint`} className="block text-small text-muted">
          {clashes ? "Not together: no program both asks for calls and answers for them." : hint}
        </span>
      </span>
    </div>
  );
}
