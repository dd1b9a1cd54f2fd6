"use client";

import { ComposerPrimitive } from "@assistant-ui/react";
import { MessageRoot } from "./message-root.tsx";
import { Button } from "#components/ui/button.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

/** Edits an earlier message: everything after it is dropped when it is sent again. */
export function EditMessage() {
  const say = useSay(chatWords);
  return (
    <MessageRoot className="flex justify-end">
      <ComposerPrimitive.Root className="w-full rounded-lg sm:max-w-[85%] border border-line-strong bg-sheet p-3 shadow-sheet focus-within:border-accent">
        <ComposerPrimitive.Input
          ref={focusAtEnd}
          aria-label={say("editedRequest")}
          className="block w-full resize-none bg-transparent px-1 outline-none"
        />
        <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
          <p className="min-w-0 flex-1 basis-full text-fine sm:basis-40 text-muted">{say("everythingBelow")}</p>
          <ComposerPrimitive.Cancel asChild>
            <Button tight look="quiet">
              {say("cancel")}
            </Button>
          </ComposerPrimitive.Cancel>
          <ComposerPrimitive.Send asChild>
            <Button tight look="primary">
              {say("askAgain")}
            </Button>
          </ComposerPrimitive.Send>
        </div>
      </ComposerPrimitive.Root>
    </MessageRoot>
  );
}

/** The field takes the place of the message whose button was just pressed, so the focus belongs here. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
