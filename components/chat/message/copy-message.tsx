"use client";

import { ActionBarPrimitive, useAuiState } from "@assistant-ui/react";
import { Check, Copy } from "lucide-react";
import { iconButtonLook } from "#components/ui/icon-button.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

export function CopyMessage() {
  const say = useSay(chatWords);
  const isCopied = useAuiState((state) => state.message.isCopied);
  const label = say(isCopied ? "copied" : "copy");
  const Icon = isCopied ? Check : Copy;
  return (
    <ActionBarPrimitive.Copy aria-label={label} title={label} className={iconButtonLook}>
      <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
    </ActionBarPrimitive.Copy>
  );
}
