"use client";

import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";

/** Hands ownership over: there is one owner, so the person stops being it. */
export function HandOver({ name, onHandOver, onClose }: { name: string; onHandOver: () => void; onClose: () => void }) {
  return (
    <Dialog title={`Make ${name} the owner?`} onClose={onClose}>
      <p className="mt-2 text-muted">
        An instance has one owner. You will be an admin from then on, and cannot take this back yourself.
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Keep it
        </Button>
        <GuardedButton
          look="danger"
          onClick={() => {
            onClose();
            onHandOver();
          }}
        >
          Hand it over
        </GuardedButton>
      </div>
    </Dialog>
  );
}
