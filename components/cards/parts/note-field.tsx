"use client";

import { useId } from "react";
import { Button } from "#components/ui/button.tsx";
import type { Card } from "./use-card.ts";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

const longestNote = 2000;

/** The button that opens the note. */
export function NoteButton({ card }: { card: Card }) {
  const say = useSay(cardWords);
  const open = card.note !== null;
  return (
    <Button
      tight
      look="quiet"
      className="aria-disabled:opacity-55"
      aria-expanded={open}
      aria-disabled={card.answer.closed}
      onClick={() => card.answer.closed || card.setNote(open ? null : "")}
    >
      {say("addANote")}
    </Button>
  );
}

/** A note that goes with the answer, whichever it is. `reader` says who will see it. */
export function NoteField({ card, reader }: { card: Card; reader: string }) {
  const say = useSay(cardWords);
  const id = useId();
  if (card.note === null) return null;
  return (
    <div>
      <label htmlFor={id} className="text-small font-semibold">
        {say("note")}
      </label>
      <textarea
        id={id}
        // The person has just asked for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        rows={2}
        maxLength={longestNote}
        value={card.note}
        readOnly={card.answer.closed}
        aria-describedby={`${id}hint`}
        onChange={(event) => card.setNote(event.target.value)}
        className="mt-1 block min-h-11 w-full rounded-md border border-line-strong bg-sheet px-3 py-2 text-base"
      />
      <p id={`${id}hint`} className="mt-1 text-fine text-muted">
        {reader}
      </p>
    </div>
  );
}
