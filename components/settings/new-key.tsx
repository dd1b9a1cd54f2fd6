"use client";

import { useRouter } from "next/navigation";
import { useId, useState, type FormEvent } from "react";
import { clash, type Scope } from "#lib/people/scope.ts";
import { inputLook } from "#components/ui/field-shell.tsx";
import { Button } from "#components/ui/button.tsx";
import { DialogEnd } from "#components/ui/dialog-end.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { scopeWords } from "./scope-words.ts";

const lifetimes = [7, 30, 90];

/** Asks what a new key is for, then shows it, this one time. */
export function NewKey({ offered, onClose }: { offered: Scope[]; onClose: () => void }) {
  const router = useRouter();
  const id = useId();
  const [chosen, setChosen] = useState<Scope[]>(["approvals:read"]);
  const [secret, setSecret] = useState<string | null>(null);
  const { sending, problem, send } = useSending();

  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const asked = { name: formText(form, "name"), scopes: chosen, days: Number(formText(form, "days")) };
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
    <Dialog title="New API key" onClose={onClose}>
      <form onSubmit={(event) => void make(event)} className="mt-4 flex flex-col gap-5">
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${id}-name`} className="font-medium">
            Name
          </label>
          <p id={`${id}-hint`} className="text-small text-muted">
            The program that will have it, so that you know it again.
          </p>
          <input
            id={`${id}-name`}
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            className={inputLook}
          />
        </div>
        <fieldset className="flex flex-col">
          <legend className="mb-1 font-medium">What it is good for</legend>
          {offered.map((scope) => (
            <ScopeChoice key={scope} scope={scope} chosen={chosen} onChange={setChosen} />
          ))}
        </fieldset>
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${id}-days`} className="font-medium">
            Ends by itself after
          </label>
          <select id={`${id}-days`} name="days" defaultValue="30" className={inputLook}>
            {lifetimes.map((days) => (
              <option key={days} value={days}>
                {days} days
              </option>
            ))}
          </select>
        </div>
        <DialogEnd problem={problem} onClose={onClose}>
          <Button type="submit" look="primary" disabled={sending || chosen.length === 0}>
            Make the key
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
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
