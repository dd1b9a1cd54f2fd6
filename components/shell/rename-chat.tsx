"use client";

import { useState, type FormEvent } from "react";
import { formText } from "#components/ui/form-text.ts";
import { useSay } from "#components/browser/speech.tsx";
import { shellWords } from "#components/shell/words.en.ts";

/** The title as a field: Enter keeps what is written, Escape and leaving it keep what was. */
export function RenameChat({
  title,
  onRename,
  onCancel,
}: {
  title: string;
  onRename: (title: string) => Promise<void>;
  onCancel: () => void;
}) {
  const say = useSay(shellWords);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = formText(event.currentTarget, "title").trim();
    if (written === "" || written === title) return onCancel();
    setProblem(null);
    try {
      await onRename(written);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <li>
      <form onSubmit={(event) => void submit(event)}>
        <input
          name="title"
          aria-label={say("chatTitle")}
          ref={focus}
          defaultValue={title}
          maxLength={200}
          onBlur={onCancel}
          onChange={() => setProblem(null)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            onCancel();
          }}
          className="min-h-9 w-full rounded-md border border-accent bg-sheet px-2 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
        />
      </form>
      {problem === null ? null : <p className="px-2 text-small text-red">{problem}</p>}
    </li>
  );
}

/** The field takes the place of the button that was just pressed, so the focus belongs here. */
function focus(field: HTMLInputElement | null): void {
  field?.select();
}
