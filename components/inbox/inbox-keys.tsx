"use client";

import type { RefObject } from "react";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { useCardKeys } from "./use-card-keys.ts";
import { useKept } from "./use-kept.ts";

/** Switches the keys of the list on, and says what they are. */
export function InboxKeys({ list }: { list: RefObject<HTMLElement | null> }) {
  const [letters, setLetters] = useKept("countersign-inbox-letters");
  useCardKeys(list, { letters });
  return (
    <details className="max-w-full open:order-last open:basis-full pointer-coarse:hidden">
      <summary className="inline-flex min-h-9 cursor-pointer items-center text-small text-muted hover:text-ink">
        Keys
      </summary>
      <div className="flex max-w-[26rem] flex-col gap-3 pt-2 pb-1 text-small">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {keys(letters).map(([key, does]) => (
            <div key={key} className="contents">
              <dt className="font-mono whitespace-nowrap">{key}</dt>
              <dd className="text-muted">{does}</dd>
            </div>
          ))}
        </dl>
        <SwitchField
          label="Single letters"
          hint="j and k move between cards too. Off unless you want it: they can come in the way of speech input."
          checked={letters}
          onChange={setLetters}
        />
      </div>
    </details>
  );
}

function keys(letters: boolean): [string, string][] {
  return [
    [letters ? "↓ ↑ or j k" : "↓ ↑", "to the next card, to the one before"],
    ["Ctrl/⌘ Enter", "approves the card that has the focus"],
    ["Ctrl/⌘ Backspace", "declines it"],
    ["Esc", "leaves it without an answer"],
  ];
}
