"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";

/** The one time that the link is shown. Nothing is sent by mail: whoever invites hands it over. */
export function InvitationLink({ link, email, onClose }: { link: string; email: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    // Where the browser lets no page copy, the link can be selected.
    setCopied(
      await navigator.clipboard.writeText(link).then(
        () => true,
        () => false,
      ),
    );
  };
  return (
    <Dialog title="The invitation is ready" stays onClose={onClose}>
      <div className="mt-4 flex flex-col gap-4">
        <p>
          Send this link to <span className="break-words">{email}</span> yourself. It works once, for a week, and is
          shown this one time.
        </p>
        <code
          aria-label="Invitation link"
          className="rounded-md border border-line-strong bg-sunk px-3 py-2 font-mono text-small break-all select-all"
        >
          {link}
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
