"use client";

import { useId, useRef, type FormEvent, type ReactNode } from "react";
import type { ServerOnPage, Setting, ToolOnPage } from "#lib/policies/changes/tools-page.ts";
import { previewWords } from "#lib/approvals/preview/preview-setting.ts";
import { Button } from "#components/ui/button.tsx";
import { formText } from "#components/ui/form-text.ts";
import { riskChoices } from "#lib/verdict/risk.ts";
import { exposureWords } from "#lib/verdict/exposure.ts";
import { exposureChoices } from "./exposure-choices.ts";
import { formOfPreview, previewChoices, previewOfForm } from "./preview-text.ts";
import type { Rights } from "./rights.ts";
import { useChange } from "./use-change.tsx";
import { whoText, whoOfForm } from "./who-text.ts";

type Props = { server: ServerOnPage; tool: ToolOnPage; rights: Rights; onChanged: () => void };

const flags = { inherit: "As policies say", always: "Ask every time", never: "Do not ask" };

/** What is set for one tool. The empty choice is what its file or its own code says, and says what that is. */
export function ToolSettings({ server, tool, onChanged }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const { change, busy, shown } = useChange(onChanged);
  const { approval, prompt, risk, timeoutMs, who, exposure, preview } = tool;
  const by =
    server.transport.kind === "built-in" ? "The tool’s own code" : server.source === "the app" ? "Default" : "mcp.json";
  const save = (changes: Record<string, unknown>) =>
    change({ method: "PUT", path: "/api/tools/settings", body: { server: server.id, tool: tool.name, changes } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.current === null) return;
    const text = (name: string) => formText(form.current as HTMLFormElement, name).trim();
    const minutes = text("timeout");
    void save({
      approval: text("approval") || null,
      prompt: text("prompt") || null,
      risk: text("risk") || null,
      timeoutMs: minutes === "" ? null : Math.round(Number(minutes) * 60_000),
      who: whoOfForm(text("who"), text("quorum")),
      exposure: text("exposure") || null,
      preview: previewOfForm(text("preview"), text("preview-names")),
    });
  };
  const isSet = [approval, prompt, risk, timeoutMs, who, exposure, preview].some(({ set }) => set !== null);
  // Mounted anew when the setting changes, here or elsewhere.
  const key = JSON.stringify([approval.set, prompt.set, risk.set, timeoutMs.set, who.set, exposure.set, preview.set]);
  return (
    <form
      key={key}
      ref={form}
      onSubmit={submit}
      aria-label={`Settings of ${tool.name}`}
      className="flex flex-col gap-4 rounded-md border border-line bg-sheet p-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id={`${id}-approval`} label="Approval" setting={approval} by={by} say={(flag) => flags[flag]}>
          <select id={`${id}-approval`} name="approval" defaultValue={approval.set ?? ""} className={input}>
            <option value="">
              {by}: {flags[approval.written].toLowerCase()}
            </option>
            {Object.entries(flags).map(([flag, label]) => (
              <option key={flag} value={flag}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field id={`${id}-risk`} label="Risk" setting={risk} by={by} say={(level) => `${level} of 5`}>
          <select
            id={`${id}-risk`}
            name="risk"
            defaultValue={risk.set === null ? "" : `L${risk.set}`}
            className={input}
          >
            <option value="">
              {risk.written === risk.assessed ? "By what is known" : by}: {risk.written} of 5
            </option>
            {riskChoices.map(([level, words]) => (
              <option key={level} value={level}>
                {words}
              </option>
            ))}
          </select>
        </Field>
        <Field id={`${id}-who`} label="Who may answer" setting={who} by={by} say={whoText}>
          <select id={`${id}-who`} name="who" defaultValue={who.set?.kind ?? ""} className={input}>
            <option value="">
              {by}: {whoText(who.written)}
            </option>
            <option value="self">Whoever’s chat it is</option>
            <option value="other">A reviewer who is somebody else</option>
            <option value="quorum">Several people</option>
          </select>
        </Field>
        <Field id={`${id}-quorum`} label="Signatures required" hint="Such as: 2 reviewer, owner">
          <input
            id={`${id}-quorum`}
            name="quorum"
            defaultValue={
              who.set?.kind === "quorum" ? `${who.set.needed} ${[...who.set.roles, ...who.set.people].join(", ")}` : ""
            }
            className={input}
          />
        </Field>
        <Field
          id={`${id}-timeout`}
          label="Minutes to answer"
          setting={timeoutMs}
          by={by}
          say={(ms) => `${ms / 60_000} minutes`}
        >
          <input
            id={`${id}-timeout`}
            name="timeout"
            type="number"
            min={0.5}
            max={129_600}
            step="any"
            defaultValue={timeoutMs.set === null ? "" : timeoutMs.set / 60_000}
            placeholder={String(timeoutMs.written / 60_000)}
            className={input}
          />
        </Field>
        <Field
          id={`${id}-exposure`}
          label="Offered"
          setting={exposure}
          by={by}
          say={(place) => exposureWords[place]}
          {...(tool.notForClients === "risk" ? { hint: "Its risk is above what clients are offered." } : {})}
        >
          <select id={`${id}-exposure`} name="exposure" defaultValue={exposure.set ?? ""} className={input}>
            <option value="">
              {by}: {exposureWords[exposure.written]}
            </option>
            {exposureChoices.map(([place, label]) => (
              <option key={place} value={place}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field id={`${id}-preview`} label="See what changes" setting={preview} by={by} say={previewWords}>
          <select
            id={`${id}-preview`}
            name="preview"
            defaultValue={formOfPreview(preview.set).choice}
            className={input}
          >
            <option value="">
              {by}: {previewWords(preview.written)}
            </option>
            {previewChoices.map(([choice, label]) => (
              <option key={choice} value={choice}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field
          id={`${id}-preview-names`}
          label="By which tool or arguments"
          hint="A file: the tool that reads it, such as read_file. A dry run: its tool. A mail: arguments, the body last, such as to, subject, body."
        >
          <input
            id={`${id}-preview-names`}
            name="preview-names"
            maxLength={1000}
            defaultValue={formOfPreview(preview.set).names}
            className={input}
          />
        </Field>
        <Field
          id={`${id}-prompt`}
          label="Question on the card"
          setting={prompt}
          by={by}
          say={(text) => text ?? "the usual one"}
          hint="A sentence in plain words. {amount} stands for the argument of that name; {toolName} and {args} work too."
        >
          <input
            id={`${id}-prompt`}
            name="prompt"
            maxLength={2000}
            defaultValue={prompt.set ?? ""}
            placeholder={prompt.written ?? "Refund {amount} {currency} for order {order_id}"}
            className={input}
          />
        </Field>
      </div>
      {shown}
      <div className="flex flex-wrap justify-end gap-2">
        {isSet ? (
          <Button tight look="quiet" disabled={busy} onClick={() => void save(asBefore)}>
            Back to what {by === "mcp.json" ? by : "was there"} says
          </Button>
        ) : null}
        <Button tight type="submit" disabled={busy}>
          Save
        </Button>
      </div>
    </form>
  );
}

const asBefore = {
  approval: null,
  prompt: null,
  risk: null,
  timeoutMs: null,
  who: null,
  exposure: null,
  preview: null,
};
const input = "min-h-11 w-full min-w-0 rounded-md border border-line-strong bg-paper px-3";

type FieldProps<Value> = {
  id: string;
  label: string;
  setting?: Setting<Value>;
  by?: string;
  say?: (value: Value) => string;
  hint?: string;
  children: ReactNode;
};

/** A field with both values below it: what the file says, and what counts because somebody set it here. */
function Field<Value>({ id, label, setting, by = "", say, hint, children }: FieldProps<Value>) {
  const both =
    setting === undefined || say === undefined || setting.set === null
      ? null
      : `Set here to ${say(setting.inForce)}. ${by} says ${say(setting.written)}.`;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      {children}
      {both === null && hint === undefined ? null : (
        <p className="text-fine wrap-anywhere text-muted">{[both, hint].filter((part) => part != null).join(" ")}</p>
      )}
    </div>
  );
}
