"use client";

import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { useCopy } from "#components/browser/use-copy.ts";
import { useSay } from "#components/browser/speech.tsx";
import { uiWords } from "#components/ui/words.en.ts";

type Props = { title: string; text: ReactNode; label: string; secret: string; onClose: () => void };

/** Shows a secret, this one time. It closes by its button alone, not by a click beside it. */
export function ShownOnce({ title, text, label, secret, onClose }: Props) {
  const say = useSay(uiWords);
  const { words, copy } = useCopy(secret);
  return (
    <Dialog title={title} stays onClose={onClose}>
      <div className="mt-4 flex flex-col gap-4">
        <p>{text}</p>
        <code
          aria-label={label}
          className="rounded-md border border-line-strong bg-sunk px-3 py-2 font-mono text-small break-all select-all"
        >
          {secret}
        </code>
        <p aria-live="polite" className="text-small text-muted">
          {words}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => void copy()}>{say("copy")}</Button>
          <Button look="primary" onClick={onClose}>
            {say("iHaveIt")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
