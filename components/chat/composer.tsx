"use client";

import { useEffect, useRef, type KeyboardEvent } from "react";
import { Button } from "#components/ui/button.tsx";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import { ModelPicker } from "./model-picker.tsx";
import { messageDraft, keepDraft, moveDraft } from "./drafts.ts";
import { HeldMessage } from "./held-message.tsx";
import { QueuedMessages } from "./queued-messages.tsx";
import { useHydrated } from "#components/browser/use-hydrated.ts";
import type { Held } from "#components/chat/live/chat-state.ts";
import { askAbout } from "#components/cards/card-questions.ts";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { attach, clearAttached } from "#components/chat/sources/use-attached.ts";
import { useSourcePicker } from "#components/chat/sources/source-picker.tsx";
import { WaitingCards } from "./waiting-cards.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

/**
 * Where a person writes. The text lives in the browser's own field, not in React, so that text typed before hydration
 * is kept.
 */
export function Composer({ chatId, models }: { chatId: string; models: ModelChoice[] }) {
  const say = useSay(chatWords);
  const chat = useChat();
  const field = useRef<HTMLTextAreaElement>(null);
  const hydrated = useHydrated();
  const run = useChatState((state) => state.run);
  const stopping = useChatState((state) => state.stopping);
  const gone = useChatState((state) => state.trouble === "gone");

  const exists = useChatState((state) => state.exists);
  const draft = exists ? chatId : "new";

  const picker = useSourcePicker({
    draft,
    read: () => {
      const { value: text = "", selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
      return { text, caret: selectionStart === selectionEnd ? selectionStart : null };
    },
    write: (text, caret) => {
      if (field.current === null) return;
      field.current.value = text;
      field.current.focus();
      field.current.setSelectionRange(caret, caret);
      keepDraft(draft, text);
    },
  });

  useEffect(() => {
    if (field.current === null) return;
    const { value } = field.current;
    if (value === "") field.current.value = messageDraft(draft);
    else moveDraft(value, draft);
  }, [draft]);

  useEffect(() => {
    // A touch keyboard that opens by itself hides the thread.
    if (window.matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);

  const send = () => {
    const text = field.current?.value.trim() ?? "";
    if (text === "" || field.current === null || gone || picker.isReading) return;
    picker.close();
    const { attached: resources } = picker;
    void chat.send(text, { resources });
    if (!isHeld(chat.snapshot().held, text)) clear();
  };

  const clear = () => {
    if (field.current !== null) field.current.value = "";
    keepDraft(draft, "");
    clearAttached(draft);
  };

  const held = useChatState((state) => state.held);
  useEffect(() => {
    // The server held it: this tab did not know of the cards yet.
    if (field.current === null || held === null || held.message.replaces !== undefined) return;
    if (field.current.value.trim() !== "") return;
    field.current.value = held.message.text;
    attach(draft, held.message.resources ?? []);
  }, [held, draft]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (picker.onKey(event)) return;
    // Enter that ends an input method's composition belongs to the input method.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };

  return (
    <div className="mx-auto w-full max-w-[46rem] px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
      {held === null ? (
        <WaitingCards />
      ) : (
        <HeldMessage
          onAsk={(approvalId, text) => void askAbout(approvalId, text)}
          onLeft={(how) => {
            if (how !== "kept" && isHeld(held, field.current?.value.trim() ?? "")) clear();
            if (how !== "asked") field.current?.focus();
          }}
        />
      )}
      <QueuedMessages />
      {picker.panel}
      <form
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-3 rounded-lg border border-line-strong bg-sheet shadow-sheet focus-within:border-accent"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={field}
          name="message"
          rows={1}
          aria-label={say("message")}
          dir="auto"
          placeholder={say(run === "running" ? "writeTheNextMessage" : "writeAMessage")}
          enterKeyHint="send"
          autoComplete="off"
          onInput={(event) => {
            keepDraft(draft, event.currentTarget.value);
            picker.look();
          }}
          onSelect={picker.look}
          onKeyDown={onKeyDown}
          {...picker.fieldProps}
          className="col-span-full block field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-base outline-none max-sm:text-[1rem] compact:col-span-2 compact:min-h-14 compact:py-4"
        />
        <ModelPicker models={models} />
        <p
          aria-hidden="true"
          className="mb-4 flex min-w-0 items-end gap-2 border-b border-line pb-0.5 text-muted first-of-type:ms-4 compact:hidden"
        >
          <span className="font-serif text-large leading-none italic">×</span>
          <span className="truncate text-fine">{say("enterSends")}</span>
        </p>
        <div className="col-start-3 flex items-end gap-3 pe-2 pb-2 compact:row-start-1 compact:pb-1.5">
          {run === "idle" ? null : (
            <Button disabled={stopping} onClick={() => void chat.stop()}>
              {say("stop")}
            </Button>
          )}
          <Button type="submit" look="primary" disabled={gone || !hydrated || picker.isReading}>
            {say("send")}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** Whether it is the text in the field that waits for its person, not an edit further up. */
function isHeld(held: Held | null, text: string): boolean {
  return held !== null && held.message.replaces === undefined && held.message.text === text;
}
