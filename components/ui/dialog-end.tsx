"use client";

import { useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ProblemLine } from "./problem-line.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { uiWords } from "#components/ui/words.en.ts";

/** The end of a dialog that asks for something: why it was refused, the way out, and the button that sends it. */
export function DialogEnd({
  problem,
  onClose,
  children,
}: {
  problem: string | null;
  onClose: () => void;
  children: ReactNode;
}) {
  const say = useSay(uiWords);
  return (
    <>
      <ProblemLine large problem={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {say("cancel")}
        </Button>
        {children}
      </div>
    </>
  );
}

type FormProps = {
  title: string;
  /** The text of the button that sends the form. */
  submit: string;
  off: boolean;
  problem: string | null;
  onSubmit: (form: HTMLFormElement) => Promise<void>;
  onClose: () => void;
  /** Another way to do it, beside the button. */
  beside?: ReactNode;
  children: ReactNode;
};

/** A dialog with a form. */
export function FormDialog({ title, submit, off, problem, onSubmit, onClose, beside, children }: FormProps) {
  // Why it was refused is said of what was sent, until something else stands there.
  const [outdated, setOutdated] = useState<string | null>(null);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onChange={() => setOutdated(problem)}
        onSubmit={(event) => {
          event.preventDefault();
          setOutdated(null);
          void onSubmit(event.currentTarget);
        }}
        className="mt-4 flex flex-col gap-5"
      >
        {children}
        <DialogEnd problem={problem === outdated ? null : problem} onClose={onClose}>
          {beside}
          <Button type="submit" look="primary" disabled={off}>
            {submit}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
