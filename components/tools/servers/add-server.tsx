"use client";

import { useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { namedValues, shellWords } from "#lib/imports/named-values.ts";
import type { ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { formText } from "#components/ui/form-text.ts";
import { SignInFields, oauthOfFields } from "./sign-in-fields.tsx";
import { useChange } from "#components/tools/use-change.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

type Props = {
  /** The server that is edited; none for a new one. */
  former?: ServerOnPage;
  programs: boolean;
  onAdded: (id: string) => void;
  onClose: () => void;
};

/** Adds or edits a server. What is kept here is shown once more, word by word, before anything of it starts. */
export function AddServer({ former, programs, onAdded, onClose }: Props) {
  const say = useSay(toolWords);
  const form = useRef<HTMLFormElement>(null);
  const fieldId = useId();
  const given = former?.transport;
  const folder = given?.kind === "program" ? given.folder : null;
  const [kind, setKind] = useState<"address" | "program">(
    given?.kind === "program" && given.command !== "" ? "program" : "address",
  );
  const { change, busy, shown } = useChange(() => {});
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (form.current === null) return;
    const text = (name: string) => formText(form.current as HTMLFormElement, name).trim();
    const id = former?.id ?? text("id");
    const title = text("title");
    const values = text("values") === "" && former !== undefined ? undefined : namedValues(text("values"));
    const [command = "", ...args] = shellWords(text("command"));
    const oauth = kind === "address" ? oauthOfFields(form.current, { isEdit: former !== undefined }) : undefined;
    const entry =
      kind === "address"
        ? {
            ...(text("type") === "sse" && { type: "sse" }),
            url: text("url"),
            ...(values && { headers: values }),
            ...(oauth !== undefined && { oauth }),
          }
        : { command, args, ...(values && { env: values }), ...(folder !== null && { cwd: folder }) };
    const sent = await change({
      method: former === undefined ? "POST" : "PUT",
      path: "/api/servers",
      body: { id, entry: { ...entry, ...(title !== "" && { title }) } },
    });
    if (!sent) return;
    onAdded(id);
    form.current?.closest("dialog")?.close();
  };
  const line = given?.kind === "program" ? [given.command, ...given.args].map(quoted).join(" ") : "";
  return (
    <Dialog
      title={former === undefined ? say("addAToolServer") : say("editName", { name: former.title })}
      onClose={onClose}
    >
      <form ref={form} onSubmit={(event) => void save(event)} className="mt-4 flex flex-col gap-4">
        {former === undefined ? (
          <Field id={`${fieldId}-id`} label={say("name")} hint={say("nameHint")}>
            <input id={`${fieldId}-id`} name="id" required pattern="[a-z0-9][a-z0-9_\-]{0,39}" className={input} />
          </Field>
        ) : null}
        <Field id={`${fieldId}-title`} label={say("titleOptional")} hint={say("asPeopleReadIt")}>
          <input id={`${fieldId}-title`} name="title" maxLength={80} defaultValue={former?.title} className={input} />
        </Field>
        {programs ? (
          <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
            <legend className="mb-1 font-medium">{say("whereItIs")}</legend>
            {(["address", "program"] as const).map((each) => (
              <label key={each} className="inline-flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
                <input type="radio" name="kind" checked={kind === each} onChange={() => setKind(each)} />
                {say(each === "address" ? "anAddressOnTheWeb" : "aProgramOnThisComputer")}
              </label>
            ))}
          </fieldset>
        ) : null}
        {kind === "address" ? (
          <>
            <Field id={`${fieldId}-url`} label={say("address")} hint={say("addressHint")}>
              <input
                id={`${fieldId}-url`}
                name="url"
                type="url"
                required
                defaultValue={given?.kind === "address" ? given.url : ""}
                className={input}
              />
            </Field>
            <label className="inline-flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                name="type"
                value="sse"
                defaultChecked={given?.kind === "address" && given.isSse}
              />
              {say("speaksOnlySse")}
            </label>
          </>
        ) : (
          <Field id={`${fieldId}-command`} label={say("command")} hint={say("commandHint")}>
            <textarea
              id={`${fieldId}-command`}
              name="command"
              required
              rows={2}
              defaultValue={line}
              className={`${input} py-2 font-mono text-small`}
            />
          </Field>
        )}
        <Field
          id={`${fieldId}-values`}
          label={say(kind === "address" ? "headersOptional" : "variablesOptional")}
          hint={[say("valuesHint"), ...(former === undefined ? [] : [say("emptyKeepsThem")])].join(" ")}
        >
          <textarea id={`${fieldId}-values`} name="values" rows={2} className={`${input} py-2 font-mono text-small`} />
        </Field>
        {kind === "address" ? <SignInFields isEdit={former !== undefined} /> : null}
        <p className="text-small text-muted">{say("nothingStartsYet")}</p>
        {shown}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={() => form.current?.closest("dialog")?.close()}>
            {say("close")}
          </Button>
          <Button type="submit" look="primary" disabled={busy}>
            {say(former === undefined ? "addServer" : "saveServer")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const input = "min-h-11 w-full rounded-md border border-line-strong bg-paper px-3";

function quoted(word: string): string {
  return word === "" || /[\s"'\\]/.test(word) ? `"${word.replace(/["\\]/g, "\\$&")}"` : word;
}

function Field({ id, label, hint, children }: { id: string; label: string; hint: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children}
      <p className="text-small text-muted">{hint}</p>
    </div>
  );
}
