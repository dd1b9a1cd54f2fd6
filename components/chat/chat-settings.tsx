"use client";

import { useId, useRef, useState, type FormEvent } from "react";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import { Button } from "#components/ui/button.tsx";
import { formText } from "#components/ui/form-text.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { endingShadowLoosens } from "#lib/policies/changes/saving-loosens.ts";
import { useQuestion } from "#components/tools/use-question.tsx";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

/** What the agent is told in this chat, and which model answers. Takes effect with the next message. */
export function ChatSettings({ models, onClose }: { models: ModelChoice[]; onClose: () => void }) {
  const say = useSay(chatWords);
  const chat = useChat();
  const instructions = useChatState((state) => state.instructions);
  const model = useChatState((state) => state.model) ?? models[0]?.key ?? "";
  const policy = useChatState((state) => state.policy);
  const isShown = useChatState((state) => state.shownToReviewers);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const { ask, question } = useQuestion();
  const form = useRef<HTMLFormElement>(null);
  const fieldId = useId();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (form.current === null) return;
    const chosen = formText(form.current, "model") || model;
    const shadow = new FormData(form.current).has("shadow") ? "denyAll" : null;
    const shown = isShown === null ? null : new FormData(form.current).has("shown");
    const instructionsNow = formText(form.current, "instructions");
    if (policy === "denyAll" && shadow === null && !(await ask(endingShadowLoosens("this chat")))) return;
    setSaving(true);
    setProblem(null);
    try {
      await chat.change({
        instructions: instructionsNow,
        ...(chosen === model ? {} : { model: chosen }),
        ...(shadow === policy ? {} : { policy: shadow }),
        ...(shown === isShown || shown === null ? {} : { shownToReviewers: shown }),
      });
      form.current?.closest("dialog")?.close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setSaving(false);
    }
  };

  return (
    <>
      {question}
      <Dialog title={say("chatSettings")} onClose={onClose}>
        <form ref={form} onSubmit={(event) => void save(event)} className="mt-4 flex flex-col gap-5">
          <div className="flex flex-col gap-1.5">
            <label htmlFor={`${fieldId}-instructions`} className="font-medium">
              {say("instructions")}
            </label>
            <p id={`${fieldId}-hint`} className="text-small text-muted">
              {say("whatTheAgentShouldKnow")}
            </p>
            <textarea
              id={`${fieldId}-instructions`}
              aria-describedby={`${fieldId}-hint`}
              name="instructions"
              defaultValue={instructions}
              rows={6}
              maxLength={20_000}
              className="field-sizing-content max-h-[45dvh] min-h-36 resize-none rounded-md border border-line-strong bg-paper px-3 py-2"
            />
          </div>
          {models.length > 1 ? (
            <div className="flex flex-col gap-1.5">
              <label htmlFor={`${fieldId}-model`} className="font-medium">
                {say("model")}
              </label>
              <select
                id={`${fieldId}-model`}
                name="model"
                defaultValue={model}
                className="min-h-11 rounded-md border border-line-strong bg-paper px-3"
              >
                {models.map(({ key, label }) => (
                  <option key={key} value={key}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
          ) : null}
          <SwitchField
            name="shadow"
            label={say("shadowModeShowCalls")}
            hint={say("shadowModeHint")}
            defaultChecked={policy === "denyAll"}
          />
          {isShown === null ? null : (
            <SwitchField
              name="shown"
              label={say("showReviewers")}
              hint={say("showReviewersHint")}
              defaultChecked={isShown}
            />
          )}
          {problem === null ? null : (
            <p role="alert" className="text-red">
              {problem}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button look="quiet" onClick={() => form.current?.closest("dialog")?.close()}>
              {say("cancel")}
            </Button>
            <Button type="submit" look="primary" disabled={saving}>
              {say("saveSettings")}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
