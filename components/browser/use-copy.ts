"use client";

import { useState } from "react";
import { useSay } from "#components/browser/speech.tsx";
import { uiWords } from "#components/ui/words.en.ts";

/** Copies a text. `copied` is null before; false where the browser does not let pages copy: the text can be selected. */
export function useCopy(text: string) {
  const say = useSay(uiWords);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    setCopied(
      await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
    );
  };
  return { copied, copy, words: copied === null ? "" : say(copied ? "copied" : "notCopied") };
}
