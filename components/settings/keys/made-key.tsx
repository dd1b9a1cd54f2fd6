"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";

/** The one time that a key is shown. It closes by its button alone, not by a click beside it. */
export function MadeKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    // Where the browser lets no page copy, the key can be selected.
    setCopied(
      await navigator.clipboard.writeText(secret).then(
        () => true,
        () => false,
      ),
    );
  };
  return (
    <Dialog title="Your new key" stays onClose={onClose}>
      <div className="mt-4 flex flex-col gap-4">
        <p>Copy it now to where the program finds it. It is shown this one time.</p>
        <code
          aria-label="API key"
          className="rounded-md border border-line-strong bg-sunk px-3 py-2 font-mono text-small break-all select-all"
        >
          {secret}
        </code>
        <p aria-live="polite" className="text-small text-muted">
          {copied === null ? "" : copied ? "Copied." : "It could not be copied: select it and copy it yourself."}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => void copy()}>Copy</Button>
          <Button look="primary" onClick={onClose}>
            I have it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
