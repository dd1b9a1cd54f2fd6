"use client";

import type { RefObject } from "react";
import { Button } from "#components/ui/button.tsx";
import { type InboxLine, waitingOn } from "./inbox-lines.ts";
import { InboxRow } from "./inbox-row.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";

type Props = {
  listRef: RefObject<HTMLUListElement | null>;
  lines: readonly InboxLine[];
  /** The line whose card is beside the list. */
  shown: InboxLine | null;
  /** Ids of the selected calls. */
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
  onReach: (id: string) => void;
  onOpen: (id: string) => void;
  onTogether: () => void;
};

/** What waits, a line each; those that may be answered together are selected here. */
export function InboxList({ listRef, lines, shown, picked, onPick, onReach, onOpen, onTogether }: Props) {
  const say = useSay(inboxWords);
  const pick = (line: InboxLine) => (on: boolean) => {
    const ids = waitingOn(line).map(({ id }) => id);
    onPick(new Set(on ? [...picked, ...ids] : [...picked].filter((id) => !ids.includes(id))));
  };
  return (
    <>
      {picked.size === 0 ? null : (
        <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-b border-line bg-paper px-3 py-2 text-small">
          <p role="status" className="me-auto">
            {say.rich("pickedSelected", { picked: picked.size })}
          </p>
          <Button tight look="quiet" onClick={() => onPick(new Set())}>
            {say("clear")}
          </Button>
          <Button tight look="primary" disabled={picked.size < 2} onClick={onTogether}>
            {say("answerTogether")}
          </Button>
        </div>
      )}
      <ul ref={listRef} aria-label={say("waitingCalls")}>
        {lines.map((line) => (
          <InboxRow
            key={line.key}
            line={line}
            isShown={line === shown}
            isPicked={line.entries.some(({ id }) => picked.has(id))}
            onPick={pick(line)}
            onReach={() => onReach(line.entries[0].id)}
            onOpen={() => onOpen(line.entries[0].id)}
          />
        ))}
      </ul>
    </>
  );
}
