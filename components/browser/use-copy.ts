"use client";

import { useState } from "react";

/** Copies a text. `copied` is null before; false where the browser does not let pages copy: the text can be selected. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    setCopied(
      await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
    );
  };
  return { copied, copy, words: copied === null ? "" : copied ? "Copied." : notCopied };
}

const notCopied = "It could not be copied: select it and copy it yourself.";
