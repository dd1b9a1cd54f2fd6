"use client";

import { useId, useRef, type FormEvent } from "react";
import type { ServerOnPage, ToolOnPage } from "#lib/policies/changes/tools-page.ts";
import { type PreviewSetting, previewWords } from "#lib/approvals/preview/preview-setting.ts";
import { Button } from "#components/ui/button.tsx";
import { formText } from "#components/ui/form-text.ts";
import { risks } from "#lib/verdict/risk.ts";
import { approvalWords } from "#lib/approvals/words.en.ts";
import { exposureChoices } from "./exposure-choices.ts";
import { formOfPreview, previewChoices, previewOfForm } from "./preview-text.ts";
import type { Rights } from "./rights.ts";
import { useChange } from "./use-change.tsx";
import { SettingField } from "./setting-field.tsx";
import { whoText, whoOfForm } from "./who-text.ts";
import { useSay } from "#components/browser/speech.tsx";
import { toolWords } from "./words.en.ts";

type Props = { server: ServerOnPage; tool: ToolOnPage; rights: Rights; onChanged: () => void };

const flags = ["inherit", "always", "never"] as const;

/** What is set for one tool. The empty choice is what its file or its own code says, and says what that is. */
export function ToolSettings({ server, tool, onChanged }: Props) {
  const say = useSay(toolWords);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const sayApproval = useSay(approvalWords);
  const previewIn = (setting: PreviewSetting | null) => previewWords(setting, sayApproval);
  const { change, busy, shown } = useChange(onChanged);
  const { approval, prompt, risk, timeoutMs, who, exposure, preview } = tool;
  const isOfFile = server.transport.kind !== "built-in" && server.source === "mcp.json";
  const by = isOfFile ? "mcp.json" : say(server.transport.kind === "built-in" ? "theToolsOwnCode" : "default");
  const byValue = (value: string) => say("bySourceValue", { by, value });
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
      aria-label={say("settingsOf", { name: tool.name })}
      className="flex flex-col gap-4 rounded-md border border-line bg-sheet p-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SettingField
          id={`${id}-approval`}
          label={say("approval")}
          setting={approval}
          by={by}
          words={(flag) => say("flag", { flag })}
        >
          <select id={`${id}-approval`} name="approval" defaultValue={approval.set ?? ""} className={input}>
            <option value="">{byValue(say("flag", { flag: approval.written }))}</option>
            {flags.map((flag) => (
              <option key={flag} value={flag}>
                {say("flag", { flag })}
              </option>
            ))}
          </select>
        </SettingField>
        <SettingField
          id={`${id}-risk`}
          label={say("risk")}
          setting={risk}
          by={by}
          words={(level) => say("levelOf5", { risk: level })}
        >
          <select
            id={`${id}-risk`}
            name="risk"
            defaultValue={risk.set === null ? "" : `L${risk.set}`}
            className={input}
          >
            <option value="">
              {say("bySourceValue", {
                by: risk.written === risk.assessed ? say("byWhatIsKnown") : by,
                value: say("levelOf5", { risk: risk.written }),
              })}
            </option>
            {risks.map((level) => (
              <option key={level} value={`L${level}`}>
                {say("levelOf5", { risk: level })}
              </option>
            ))}
          </select>
        </SettingField>
        <SettingField
          id={`${id}-who`}
          label={say("whoMayAnswer")}
          setting={who}
          by={by}
          words={(each) => whoText(say, each)}
        >
          <select id={`${id}-who`} name="who" defaultValue={who.set?.kind ?? ""} className={input}>
            <option value="">{byValue(whoText(say, who.written))}</option>
            <option value="self">{say("whoseChatItIs")}</option>
            <option value="other">{say("aReviewerElse")}</option>
            <option value="quorum">{say("severalPeople")}</option>
          </select>
        </SettingField>
        <SettingField id={`${id}-quorum`} label={say("signaturesRequired")} hint={say("suchAsSignatures")}>
          <input
            id={`${id}-quorum`}
            name="quorum"
            defaultValue={
              who.set?.kind === "quorum" ? `${who.set.needed} ${[...who.set.roles, ...who.set.people].join(", ")}` : ""
            }
            className={input}
          />
        </SettingField>
        <SettingField
          id={`${id}-timeout`}
          label={say("minutesToAnswer")}
          setting={timeoutMs}
          by={by}
          words={(ms) => say("minutes", { minutes: ms / 60_000 })}
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
        </SettingField>
        <SettingField
          id={`${id}-exposure`}
          label={say("offered")}
          setting={exposure}
          by={by}
          words={(place) => say("exposure", { place })}
          {...(tool.notForClients === "risk" ? { hint: say("aboveWhatClientsAreOffered") } : {})}
        >
          <select id={`${id}-exposure`} name="exposure" defaultValue={exposure.set ?? ""} className={input}>
            <option value="">{byValue(say("exposure", { place: exposure.written }))}</option>
            {exposureChoices(say).map(([place, label]) => (
              <option key={place} value={place}>
                {label}
              </option>
            ))}
          </select>
        </SettingField>
        <SettingField id={`${id}-preview`} label={say("seeWhatChanges")} setting={preview} by={by} words={previewIn}>
          <select
            id={`${id}-preview`}
            name="preview"
            defaultValue={formOfPreview(preview.set).choice}
            className={input}
          >
            <option value="">{byValue(previewIn(preview.written))}</option>
            {previewChoices(say).map(([choice, label]) => (
              <option key={choice} value={choice}>
                {label}
              </option>
            ))}
          </select>
        </SettingField>
        <SettingField id={`${id}-preview-names`} label={say("byWhichTool")} hint={say("byWhichToolHint")}>
          <input
            id={`${id}-preview-names`}
            name="preview-names"
            maxLength={1000}
            defaultValue={formOfPreview(preview.set).names}
            className={input}
          />
        </SettingField>
        <SettingField
          id={`${id}-prompt`}
          label={say("questionOnTheCard")}
          setting={prompt}
          by={by}
          words={(text) => text ?? say("theUsualOne")}
          hint={say("questionHint")}
        >
          <input
            id={`${id}-prompt`}
            name="prompt"
            maxLength={2000}
            defaultValue={prompt.set ?? ""}
            placeholder={prompt.written ?? say("questionExample")}
            className={input}
          />
        </SettingField>
      </div>
      {shown}
      <div className="flex flex-wrap justify-end gap-2">
        {isSet ? (
          <Button tight look="quiet" disabled={busy} onClick={() => void save(asBefore)}>
            {say(isOfFile ? "backToMcpJson" : "backToTheDefault")}
          </Button>
        ) : null}
        <Button tight type="submit" disabled={busy}>
          {say("save")}
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
