"use client";

import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { peopleWords } from "#components/settings/people/words.en.ts";

/** Hands ownership over: there is one owner, so the person stops being it. */
export function HandOver({ name, onHandOver, onClose }: { name: string; onHandOver: () => void; onClose: () => void }) {
  const say = useSay(peopleWords);
  return (
    <Dialog title={say("makeNameTheOwner", { name })} onClose={onClose}>
      <p className="mt-2 text-muted">{say("anInstanceHasOneOwner")}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {say("keepIt")}
        </Button>
        <GuardedButton
          look="danger"
          onClick={() => {
            onClose();
            onHandOver();
          }}
        >
          {say("handItOver")}
        </GuardedButton>
      </div>
    </Dialog>
  );
}
